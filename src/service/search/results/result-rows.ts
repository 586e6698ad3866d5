import type { Selectable } from 'kysely';
import type { Modality } from '../../../contract/index.ts';
import { listOf } from '../../store/sql/expressions.ts';
import type { Db, SegmentsTable } from '../../store/sql/schema.ts';
import type { DocumentRow } from '../../store/words/match-words.ts';
import type { QuotableLine } from '../../text/lines.ts';
import { KNOWN_FILE_COLUMNS, type KnownFile } from '../filters/knowledge.ts';

export type SegmentRow = Pick<
  Selectable<SegmentsTable>,
  'id' | 'start_time' | 'end_time' | 'metadata' | 'thumbnail_key'
>;

/** The data that results are made from. */
export interface ResultRows {
  files: Map<string, KnownFile>;
  segments: Map<string, SegmentRow>;
  /** The lines of each hit by docid, in order of time: those of its segment, or of its file. */
  lines: Map<number, QuotableLine[]>;
}

/** Reads files, segments and lines of the hits: only of those to show, because a film has a thousand lines. */
export async function loadResultRows(db: Db, hits: readonly DocumentRow[]): Promise<ResultRows> {
  const fileIds = [...new Set(hits.map((hit) => hit.file_id))];
  const files = await db
    .selectFrom('files')
    .select(KNOWN_FILE_COLUMNS)
    .where('id', 'in', listOf(fileIds))
    .execute();
  return {
    files: new Map(files.map((file) => [file.id, file])),
    segments: await segmentsOf(db, hits),
    lines: await linesOf(
      db,
      hits.map(({ docid }) => docid),
    ),
  };
}

/** The segments of hits, by id. */
export async function segmentsOf(db: Db, hits: readonly DocumentRow[]): Promise<Map<string, SegmentRow>> {
  const ids = hits.flatMap((hit) => hit.segment_id ?? []);
  const segments = await db
    .selectFrom('segments')
    .select(['id', 'start_time', 'end_time', 'metadata', 'thumbnail_key'])
    .where('id', 'in', listOf(ids))
    .execute();
  return new Map(segments.map((segment) => [segment.id, segment]));
}

async function linesOf(db: Db, docids: readonly number[]): Promise<Map<number, QuotableLine[]>> {
  const rows = await db
    .selectFrom('documents as d')
    .innerJoin('modality_lines as l', (join) =>
      join.onRef('l.collection_id', '=', 'd.collection_id').onRef('l.file_id', '=', 'd.file_id'),
    )
    .select([
      'd.docid',
      'l.modality',
      'l.start_time',
      'l.end_time',
      'l.speaker',
      'l.text',
      'l.language',
      'l.confidence',
    ])
    .where('d.docid', 'in', listOf(docids))
    .where((of) =>
      of.or([
        of('d.type', '=', 'file'),
        of.and([
          of('l.start_time', '<', of.ref('d.end_time')),
          of('l.end_time', '>=', of.ref('d.start_time')),
        ]),
      ]),
    )
    .orderBy('d.docid')
    .orderBy('l.start_time')
    .orderBy('l.position')
    .orderBy('l.modality')
    .execute();
  const lines = new Map<number, QuotableLine[]>();
  for (const row of rows) {
    const known = lines.get(row.docid) ?? [];
    lines.set(row.docid, known);
    known.push(toQuotable(row));
  }
  return lines;
}

interface LineRow {
  modality: string;
  text: string;
  start_time: number;
  end_time: number;
  speaker: string | null;
  language: string | null;
  confidence: number | null;
}

function toQuotable(row: LineRow): QuotableLine {
  return {
    modality: row.modality as Modality,
    text: row.text,
    start: row.start_time,
    end: row.end_time,
    ...(row.speaker !== null && { speaker: row.speaker }),
    ...(row.language !== null && { language: row.language }),
    ...(row.confidence !== null && { confidence: row.confidence }),
  };
}
