import type { Selectable } from 'kysely';
import type { MediaDescription, Modality } from '../../contract/index.ts';
import { summarize } from '../search/summaries.ts';
import { titleOf } from '../search/title.ts';
import { fromJson } from '../store/json.ts';
import type { Db, FilesTable } from '../store/schema.ts';
import type { SpeechWord } from './lines.ts';
import { type PerceivedLine, providerWords } from './perceived.ts';
import { withTextSeen } from './scene-description/text-seen.ts';

/** Which member is described. */
export interface DescribedMember {
  collection_id: string;
  file: Pick<Selectable<FilesTable>, 'id' | 'filename' | 'metadata' | 'source_metadata'>;
  segmentation_id: string | null;
}

/** What of it is wanted. Times in seconds; what touches the window is in it. */
export interface DescriptionWish {
  start?: number | undefined;
  end?: number | undefined;
  modalities?: readonly Modality[] | undefined;
  words?: boolean | undefined;
  /** False leaves the summaries of the segments out. */
  summary?: boolean | undefined;
}

/** What a description is made of. Seconds. */
export interface Described {
  title: string;
  /** In order of time. */
  lines: readonly PerceivedLine[];
  segments: readonly { start_time: number; end_time: number }[];
  /** What made each modality, in words. */
  providers: Record<string, string>;
}

const ALL: readonly Modality[] = ['speech', 'visual_scene_description', 'scene_text', 'audio_description'];

/**
 * What was perceived: lines with their seconds, segments in quotes, and what made each modality. Modalities no one
 * perceived are empty lists. `summary` is left out: none is made up.
 */
export function compose(
  { title, lines, segments, providers }: Described,
  wish: DescriptionWish,
): MediaDescription {
  const wanted = wish.modalities ?? ALL;
  const told = withTextSeen(lines).filter((line) => wanted.includes(line.sense) && touches(line, wish));
  const spoken = (line: PerceivedLine) => spokenLine(line, wish.words ?? false);
  const modalities = wanted.map((name) => {
    const own = told.filter(({ sense }) => sense === name);
    return [name, own.map(name === 'speech' ? spoken : observed)];
  });
  const quoted = told.filter(isQuotable);
  return {
    title,
    ...(wish.summary !== false && {
      segment_summary: summarize(
        segments.filter(({ start_time, end_time }) => overlaps(start_time, end_time, wish)),
        quoted,
      ),
    }),
    ...Object.fromEntries(modalities),
    providers,
  };
}

/** The description of a member of a collection. */
export async function describeMember(
  db: Db,
  member: DescribedMember,
  wish: DescriptionWish,
): Promise<MediaDescription> {
  const described = {
    title: titleOf(member.file),
    lines: await linesOf(db, member, wish),
    segments: await segmentsOf(db, member.segmentation_id),
    providers: await providersOf(db, member),
  };
  return { collection_id: member.collection_id, file_id: member.file.id, ...compose(described, wish) };
}

/** The segments of a segmentation, in order; none without one. */
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
  member: DescribedMember,
  { start, end }: DescriptionWish,
): Promise<PerceivedLine[]> {
  let lines = db
    .selectFrom('sense_lines')
    .select(['sense', 'start_time', 'end_time', 'speaker', 'text', 'words'])
    .where('collection_id', '=', member.collection_id)
    .where('file_id', '=', member.file.id);
  if (start !== undefined) lines = lines.where('end_time', '>=', start);
  if (end !== undefined) lines = lines.where('start_time', '<', end);
  const rows = await lines.orderBy('start_time').orderBy('position').execute();
  return rows.map((row) => ({
    sense: row.sense as Modality,
    text: row.text,
    start: row.start_time,
    end: row.end_time,
    ...(row.speaker !== null && { speaker: row.speaker }),
    ...(row.sense === 'speech' && row.words !== null && { words: fromJson<SpeechWord[]>(row.words) }),
  }));
}

async function providersOf(db: Db, member: DescribedMember): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('member_senses')
    .select(['sense', 'provider', 'settings', 'notes', 'error'])
    .where('collection_id', '=', member.collection_id)
    .where('file_id', '=', member.file.id)
    .orderBy('sense')
    .execute();
  return Object.fromEntries(
    rows.map(({ sense, provider, settings, notes, error }) => {
      const version = fromJson<{ version?: string }>(settings)?.version;
      return [sense, providerWords({ provider, version, notes: fromJson<string[]>(notes), error })];
    }),
  );
}

function touches(line: PerceivedLine, { start, end }: DescriptionWish): boolean {
  return (start === undefined || line.end >= start) && (end === undefined || line.start < end);
}

function overlaps(from: number, to: number, { start, end }: DescriptionWish): boolean {
  return (start === undefined || to > start) && (end === undefined || from < end);
}

function spokenLine(
  line: PerceivedLine,
  withWords: boolean,
): NonNullable<MediaDescription['speech']>[number] {
  const { speaker, words } = line;
  return {
    ...(speaker !== undefined && { speaker }),
    ...observed(line),
    ...(withWords && words && { words }),
  };
}

function observed({ text, start, end }: PerceivedLine): { text: string; start: number; end: number } {
  return { text, start, end };
}

/** What can be quoted: words that were said or shown. Measured facts are no quotes. */
function isQuotable(line: PerceivedLine): line is PerceivedLine & { sense: 'speech' | 'scene_text' } {
  return line.sense === 'speech' || line.sense === 'scene_text';
}
