import type {
  CollectionMoment,
  DescribedPart,
  Division,
  FileFaces,
  SpokenPart,
  VauFile,
} from '../../../contract/index.ts';
import type { CollectionOfFile } from '../../resources/collection-files/of-file.ts';
import type { Visitor } from '../visitor.ts';

/** What is said and seen in a file, or in the part of it that the page shows. */
export interface Described extends Division {
  readonly speech?: readonly SpokenPart[] | undefined;
  readonly visual_scene_description?: readonly DescribedPart[] | undefined;
  readonly scene_text?: readonly DescribedPart[] | undefined;
  readonly audio_description?: readonly DescribedPart[] | undefined;
  readonly summary?: string | undefined;
}

/** A span of the file in seconds; open at both ends if it is the whole file. */
export interface Part {
  readonly start?: number;
  readonly end?: number;
}

/** Collections whose files have descriptions, and the operation that reads one. */
const DESCRIBING = {
  'rich-transcripts': 'rich-transcript.get',
  'media-descriptions': 'media-description.get',
} as const;

/** Faces and moments on one page of a file. */
const MOST_FACES = 100;
const MOST_MOMENTS = 50;

/**
 * The description of a file by the collection that it was added to last; what that one does not describe, such as text on
 * screen, by the last of the other type. Without any, by its last describe job.
 */
export async function describedFile(
  visitor: Visitor,
  file: VauFile,
  collections: readonly CollectionOfFile[],
  part: Part,
): Promise<Described | undefined> {
  const query = {
    include_chapters: true,
    include_shots: true,
    ...(part.start === undefined ? {} : { start_time_seconds: part.start, end_time_seconds: part.end }),
  };
  const all: Described[] = [];
  for (const type of describersOf(collections)) {
    const params = { collection_id: completed(collections, type)[0]?.id ?? '', file_id: file.id };
    all.push(await visitor.ask(DESCRIBING[type], { params, query }));
  }
  if (all.length > 0) return joined(all);
  const asked = { ...query, url: file.uri, status: 'completed', limit: 1 };
  const [job] = (await visitor.ask('describe.list', { query: asked })).data;
  return job && { ...job.data, ...job };
}

/** The types of collections that describe a file, that of the last one first. */
function describersOf(collections: readonly CollectionOfFile[]): (keyof typeof DESCRIBING)[] {
  const types = (Object.keys(DESCRIBING) as (keyof typeof DESCRIBING)[]).filter(
    (type) => completed(collections, type).length > 0,
  );
  const placeOf = (wanted: string) => collections.findIndex(({ type }) => type === wanted);
  return types.sort((one, other) => placeOf(one) - placeOf(other));
}

/** Each part from the first description that has it. */
function joined(all: readonly Described[]): Described {
  const parts = all.toReversed().flatMap((described) => Object.entries(described));
  return Object.fromEntries(parts.filter(([, part]) => part && (!Array.isArray(part) || part.length > 0)));
}

/** The faces of a file, each once for every track, by the face-analysis collection that it was added to last. */
export async function facesOfFile(
  visitor: Visitor,
  fileId: string,
  collections: readonly CollectionOfFile[],
): Promise<FileFaces['faces']> {
  const found = completed(collections, 'face-analysis')[0];
  if (!found) return [];
  const params = { collection_id: found.id, file_id: fileId };
  const { faces } = await visitor.ask('face-detection.list', { params, query: { limit: MOST_FACES } });
  const tracks = new Map(faces.map((face) => [face.track_id ?? face.id, face]));
  return [...tracks.values()];
}

/** The moments of a file in the moments collections that it is in, in their order of time. */
export async function momentsOfFile(
  visitor: Visitor,
  fileId: string,
  collections: readonly CollectionOfFile[],
): Promise<CollectionMoment[]> {
  const found: CollectionMoment[] = [];
  for (const { id } of completed(collections, 'moments')) {
    const query = { file_id: fileId, limit: MOST_MOMENTS };
    found.push(...(await visitor.ask('moment.list', { params: { collection_id: id }, query })).moments);
  }
  return found.sort((one, other) => one.start_time - other.start_time);
}

function completed(collections: readonly CollectionOfFile[], wanted: string): CollectionOfFile[] {
  return collections.filter(({ type, status }) => type === wanted && status === 'completed');
}
