import type { Selectable } from 'kysely';
import type { Db, SegmentsTable } from '../store/schema.ts';
import type { WordHit } from '../store/words.ts';
import { KNOWN_FILE_COLUMNS, type KnownFile } from './knowledge.ts';
import type { QuotableLine } from './quote.ts';

export type SegmentRow = Pick<
  Selectable<SegmentsTable>,
  'id' | 'start_time' | 'end_time' | 'metadata' | 'thumbnail_key'
>;

/** What results are made from. */
export interface Material {
  files: Map<string, KnownFile>;
  segments: Map<string, SegmentRow>;
  lines: readonly QuotableLine[];
  /** The lines of a hit's file in its collection, in order of time. */
  linesOf(hit: Pick<WordHit, 'collection_id' | 'file_id'>): readonly QuotableLine[];
}

/** Reads files, segments and lines of the hits. */
export async function loadMaterial(db: Db, hits: readonly WordHit[]): Promise<Material> {
  const fileIds = [...new Set(hits.map((hit) => hit.file_id))];
  const segmentIds = hits.flatMap((hit) => hit.segment_id ?? []);
  const collectionIds = [...new Set(hits.flatMap((hit) => hit.collection_id ?? []))];
  const files = await db.selectFrom('files').select(KNOWN_FILE_COLUMNS).where('id', 'in', fileIds).execute();
  const segments = await db
    .selectFrom('segments')
    .select(['id', 'start_time', 'end_time', 'metadata', 'thumbnail_key'])
    .where('id', 'in', segmentIds)
    .execute();
  const rows = await db
    .selectFrom('sense_lines')
    .select(['collection_id', 'file_id', 'sense', 'start_time', 'end_time', 'speaker', 'text'])
    .where('collection_id', 'in', collectionIds)
    .where('file_id', 'in', fileIds)
    .orderBy('start_time')
    .orderBy('position')
    .execute();
  const quotable = new Map<string, QuotableLine[]>();
  for (const row of rows) {
    const key = `${row.collection_id} ${row.file_id}`;
    const lines = quotable.get(key) ?? [];
    quotable.set(key, lines);
    lines.push(toQuotable(row));
  }
  return {
    files: new Map(files.map((file) => [file.id, file])),
    segments: new Map(segments.map((segment) => [segment.id, segment])),
    lines: [...quotable.values()].flat(),
    linesOf: (hit) => quotable.get(`${hit.collection_id} ${hit.file_id}`) ?? [],
  };
}

interface LineRow {
  sense: string;
  text: string;
  start_time: number;
  end_time: number;
  speaker: string | null;
}

function toQuotable(row: LineRow): QuotableLine {
  return {
    sense: row.sense === 'scene_text' ? 'scene_text' : 'speech',
    text: row.text,
    start: row.start_time,
    end: row.end_time,
    ...(row.speaker !== null && { speaker: row.speaker }),
  };
}
