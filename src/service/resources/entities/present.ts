import type { Evidence } from '../../../contract/index.ts';
import { fromJson } from '../../store/json.ts';
import type { Entities } from '../../understanding/extraction/types.ts';
import type { EntityRow, SegmentEntityRow } from './rows.ts';

/** A row as the interface shows it; evidence and warnings where there are some. */
export function shownEntities(row: EntityRow): {
  entities: Entities;
  evidence?: Evidence[];
  warnings?: string[];
} {
  const evidence = fromJson<Evidence[]>(row.evidence);
  const warnings = fromJson<string[]>(row.warnings);
  return {
    entities: fromJson<Entities>(row.entities),
    ...(evidence.length > 0 && { evidence }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** A segment's row as the interface shows it, without its thumbnail. */
export function shownSegment(row: SegmentEntityRow) {
  return { start_time: row.start_time ?? 0, end_time: row.end_time ?? 0, ...shownEntities(row) };
}
