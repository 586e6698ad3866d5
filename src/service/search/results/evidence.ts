import { sql } from 'kysely';
import type { Modality } from '../../../contract/index.ts';
import { isKept } from '../../store/sql/deletions.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { Evidence } from '../../understanding/models/language/evidence.ts';
import type { StoredResult } from './make-result.ts';

/** A line of a file, as evidence for an answer. */
export interface LineEvidence extends Evidence {
  readonly modality: Modality;
  readonly file_id: string;
  readonly collection_id: string;
  readonly segment_id?: string | undefined;
  readonly time: number;
  readonly end: number;
  /** Probability that it is right, 0 to 1, if it was recognised. */
  readonly confidence?: number;
}

/** Results whose surroundings are read, best first. */
const MOST_RESULTS = 10;
/** Seconds around a quote. */
const AROUND = 15;
const MOST_LINES = 150;
const MOST_CHARACTERS = 20_000;

const ORIGINS: Readonly<Record<Modality, string>> = {
  speech: 'said',
  scene_text: 'on screen',
  visual_scene_description: 'seen',
  audio_description: 'heard',
};

/** The lines of results and those around them: the best result first, each in order of time, no line twice. */
export async function evidenceFor(db: Db, results: readonly StoredResult[]): Promise<LineEvidence[]> {
  const lines = new Map<string, LineEvidence>();
  for (const result of results.slice(0, MOST_RESULTS))
    for (const line of await linesAround(db, result)) {
      const key = [line.file_id, line.modality, line.time, line.text].join(' ');
      if (!lines.has(key)) lines.set(key, line);
    }
  let characters = 0;
  return [...lines.values()].slice(0, MOST_LINES).filter(({ text }) => {
    characters += text.length;
    return characters <= MOST_CHARACTERS;
  });
}

/** Where a result is, in seconds. */
type Place = Pick<
  StoredResult,
  'collection_id' | 'file_id' | 'filename' | 'segment_id' | 'start_time' | 'end_time' | 'quote'
>;

/** The lines that overlap a result's quote, or its span, with some seconds before and after; in order of time. */
export async function linesAround(db: Db, result: Place, around = AROUND): Promise<LineEvidence[]> {
  const { collection_id, file_id, filename = '', segment_id, start_time, end_time } = result;
  const from = result.quote?.time ?? start_time;
  if (collection_id === undefined || from === undefined) return [];
  const rows = await db
    .selectFrom('modality_lines')
    .select(['modality', 'text', 'start_time', 'end_time', 'speaker', 'confidence'])
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .where('start_time', '<=', (end_time ?? from) + around)
    .where('end_time', '>=', from - around)
    .where(isKept('modality_lines'))
    .orderBy('start_time')
    .orderBy(sql`modality`)
    .orderBy('position')
    .execute();
  return rows.map(({ text, speaker, confidence, ...row }) => {
    const modality = row.modality as Modality;
    return {
      text,
      filename,
      modality,
      origin: ORIGINS[modality],
      file_id,
      collection_id,
      segment_id,
      time: row.start_time,
      end: row.end_time,
      ...(speaker !== null && { speaker }),
      ...(confidence !== null && { confidence }),
    };
  });
}
