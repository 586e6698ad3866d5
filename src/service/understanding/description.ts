import type { Selectable } from 'kysely';
import type { MediaDescription, Modality } from '../../contract/index.ts';
import type { QuotableLine } from '../search/quote.ts';
import { summarize } from '../search/summaries.ts';
import { titleOf } from '../search/title.ts';
import { fromJson } from '../store/json.ts';
import type { Db, FilesTable, SenseLinesTable } from '../store/schema.ts';
import type { SpeechWord } from './lines.ts';

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
}

const ALL: readonly Modality[] = ['speech', 'visual_scene_description', 'scene_text', 'audio_description'];

type LineRow = Pick<
  Selectable<SenseLinesTable>,
  'sense' | 'start_time' | 'end_time' | 'speaker' | 'text' | 'words'
>;

/**
 * What was perceived of a member: lines with their seconds, segments in quotes, and what made each modality.
 * Modalities no one perceives yet are empty lists. `summary` is left out: none is made up.
 */
export async function describeMember(
  db: Db,
  member: DescribedMember,
  wish: DescriptionWish,
): Promise<MediaDescription> {
  const wanted = wish.modalities ?? ALL;
  const rows = (await linesOf(db, member, wish)).filter((row) => wanted.includes(row.sense as Modality));
  const speech = rows
    .filter((row) => row.sense === 'speech')
    .map((row) => spokenLine(row, wish.words ?? false));
  const sceneText = rows
    .filter((row) => row.sense === 'scene_text')
    .map(({ text, start_time, end_time }) => ({
      text,
      start: start_time,
      end: end_time,
    }));
  const lists = { speech, scene_text: sceneText, visual_scene_description: [], audio_description: [] };
  return {
    collection_id: member.collection_id,
    file_id: member.file.id,
    title: titleOf(member.file),
    segment_summary: summarize(await segmentsOf(db, member, wish), rows.map(quotable)),
    ...Object.fromEntries(ALL.filter((name) => wanted.includes(name)).map((name) => [name, lists[name]])),
    providers: await providersOf(db, member),
  };
}

function linesOf(db: Db, member: DescribedMember, { start, end }: DescriptionWish): Promise<LineRow[]> {
  let lines = db
    .selectFrom('sense_lines')
    .select(['sense', 'start_time', 'end_time', 'speaker', 'text', 'words'])
    .where('collection_id', '=', member.collection_id)
    .where('file_id', '=', member.file.id);
  if (start !== undefined) lines = lines.where('end_time', '>=', start);
  if (end !== undefined) lines = lines.where('start_time', '<', end);
  return lines.orderBy('start_time').orderBy('position').execute();
}

async function segmentsOf(db: Db, member: DescribedMember, { start, end }: DescriptionWish) {
  if (member.segmentation_id === null) return [];
  let segments = db
    .selectFrom('segments')
    .select(['start_time', 'end_time'])
    .where('segmentation_id', '=', member.segmentation_id);
  if (start !== undefined) segments = segments.where('end_time', '>', start);
  if (end !== undefined) segments = segments.where('start_time', '<', end);
  return segments.orderBy('position').execute();
}

/** `sidecar`, `tesseract.js 7.0.0`, or why there is nothing. */
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
      const name = error === null ? [provider, version].filter(Boolean).join(' ') : 'failed';
      const remarks = error === null ? fromJson<string[]>(notes) : [error];
      return [sense, remarks.length > 0 ? `${name}: ${remarks.join(' ')}` : name];
    }),
  );
}

function spokenLine(row: LineRow, withWords: boolean): NonNullable<MediaDescription['speech']>[number] {
  const words = withWords ? fromJson<SpeechWord[]>(row.words) : null;
  return {
    ...(row.speaker !== null && { speaker: row.speaker }),
    text: row.text,
    start: row.start_time,
    end: row.end_time,
    ...(words && { words }),
  };
}

function quotable(row: LineRow): QuotableLine {
  return {
    sense: row.sense === 'scene_text' ? 'scene_text' : 'speech',
    text: row.text,
    start: row.start_time,
    end: row.end_time,
    ...(row.speaker !== null && { speaker: row.speaker }),
  };
}
