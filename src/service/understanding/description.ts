import type { Selectable } from 'kysely';
import type { Description, Division, Modality } from '../../contract/index.ts';
import { isKept } from '../store/sql/deletions.ts';
import { fromJson } from '../store/sql/json.ts';
import type { Db, FilesTable } from '../store/sql/schema.ts';
import { dayIn, givenTitle, nameTitle, titleWithoutName } from '../text/name-title.ts';
import { compose, type DescriptionWish, divide } from './compose.ts';
import { withLanguages } from './languages.ts';
import type { SpeechWord } from './modalities/lines.ts';
import { type ModalityLine, providerWords } from './modalities/modality-lines.ts';
import { contentWords, type Digest } from './rules/digest/index.ts';
import type { Structure } from './rules/structure/index.ts';

/** The collection file to describe. */
export interface DescribedCollectionFile {
  collection_id: string;
  file: Pick<Selectable<FilesTable>, 'id' | 'filename' | 'media_type' | 'metadata' | 'source_metadata'>;
  segmentation_id: string | null;
}

/** The description of a collection file. */
export async function describeCollectionFile(
  db: Db,
  collectionFile: DescribedCollectionFile,
  wish: DescriptionWish,
): Promise<{ data: Description; division: Division }> {
  const structure = await structureOf(db, {
    collection_id: collectionFile.collection_id,
    file_id: collectionFile.file.id,
  });
  const described = {
    title: describedTitle(collectionFile.file, structure?.digest),
    lines: [
      ...(await linesOf(db, collectionFile, wish)),
      ...(wish.untrusted ? await doubtfulOf(db, collectionFile) : []),
    ].sort((one, other) => one.start - other.start),
    segments: await segmentsOf(db, collectionFile.segmentation_id),
    providers: await providersOf(db, collectionFile),
    structure,
    digest: structure?.digest,
  };
  const data = await withLanguages(compose(described, wish));
  return { data, division: divide(described.structure, wish) };
}

/**
 * A file's title: the given one, else the media's own, else its name in two words or more if half of them are among what is quoted
 * of it, else the one that its content has, else its name in two words or more, else a sentence, else any name that says
 * something, else what was seen.
 */
export function describedTitle(file: DescribedCollectionFile['file'], digest: Digest | undefined): string {
  const name = nameTitle(file.filename);
  // A day tells a file from others; a sentence that does not say what all is about may mislead.
  const spare = name === undefined && dayIn(file.filename) !== undefined ? undefined : digest?.spare;
  const apt = name !== undefined && digest && isApt(name, digest) ? name : undefined;
  return (
    givenTitle(file) ??
    apt ??
    digest?.title ??
    (name?.includes(' ') ? name : spare) ??
    name ??
    titleWithoutName(file, digest?.seen)
  );
}

/** Whether a name that a person gave says what is quoted, and more than a heading whose words are all in it. */
function isApt(name: string, { title = '', titled, spare = '', summary }: Digest): boolean {
  const words = contentWords(name).filter((word) => !/^\d+$/.test(word));
  if (titled || words.length < 2) return false;
  const own = new Set(words);
  const heading = contentWords(title);
  if (heading.length > 0 && heading.every((word) => own.has(word))) return false;
  const quoted = new Set(contentWords([title, spare, ...summary.map(({ text }) => text)].join(' ')));
  return words.filter((word) => quoted.has(word)).length * 2 >= words.length;
}

/** The segments of a segmentation, in order; none without a segmentation. */
export function segmentsOf(
  db: Db,
  segmentationId: string | null,
): Promise<{ start_time: number; end_time: number }[]> {
  return db
    .selectFrom('segments')
    .select(['start_time', 'end_time'])
    .where('segmentation_id', '=', segmentationId ?? '')
    .orderBy('position')
    .execute();
}

async function linesOf(
  db: Db,
  collectionFile: DescribedCollectionFile,
  { start, end }: DescriptionWish,
): Promise<ModalityLine[]> {
  let lines = db
    .selectFrom('modality_lines')
    .select(['modality', 'start_time', 'end_time', 'speaker', 'text', 'words', 'confidence'])
    .where('collection_id', '=', collectionFile.collection_id)
    .where('file_id', '=', collectionFile.file.id)
    .where(isKept('modality_lines'));
  if (start !== undefined) lines = lines.where('end_time', '>=', start);
  if (end !== undefined) lines = lines.where('start_time', '<', end);
  const rows = await lines.orderBy('start_time').orderBy('position').execute();
  return rows.map((row) => ({
    modality: row.modality as Modality,
    text: row.text,
    start: row.start_time,
    end: row.end_time,
    ...(row.speaker !== null && { speaker: row.speaker }),
    ...(row.confidence !== null && { confidence: row.confidence }),
    ...(row.modality === 'speech' && row.words !== null && { words: fromJson<SpeechWord[]>(row.words) }),
  }));
}

/** Recognised speech that is not to be trusted. */
async function doubtfulOf(db: Db, collectionFile: DescribedCollectionFile): Promise<ModalityLine[]> {
  const row = await db
    .selectFrom('collection_file_modalities')
    .select('doubtful')
    .where('collection_id', '=', collectionFile.collection_id)
    .where('file_id', '=', collectionFile.file.id)
    .where('modality', '=', 'speech')
    .where(isKept('collection_file_modalities'))
    .executeTakeFirst();
  return fromJson<ModalityLine[]>(row?.doubtful ?? null) ?? [];
}

/** The structure of a collection file; undefined until it is processed. */
export async function structureOf(
  db: Db,
  { collection_id, file_id }: { readonly collection_id: string; readonly file_id: string },
): Promise<Structure | undefined> {
  const row = await db
    .selectFrom('collection_file_structures')
    .select('structure')
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .where(isKept('collection_file_structures'))
    .executeTakeFirst();
  return row && fromJson<Structure>(row.structure);
}

/** The provider of each modality of a collection file, in words. */
export async function providersOf(
  db: Db,
  collectionFile: { readonly collection_id: string; readonly file: { readonly id: string } },
): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('collection_file_modalities')
    .select(['modality', 'provider', 'settings', 'notes', 'error'])
    .where('collection_id', '=', collectionFile.collection_id)
    .where('file_id', '=', collectionFile.file.id)
    .where(isKept('collection_file_modalities'))
    .orderBy('modality')
    .execute();
  return Object.fromEntries(
    rows.map(({ modality, provider, settings, notes, error }) => {
      const version = fromJson<{ version?: string }>(settings)?.version;
      return [modality, providerWords({ provider, version, notes: fromJson<string[]>(notes), error })];
    }),
  );
}
