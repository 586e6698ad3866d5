import type { Evidence, Modality } from '../../../contract/index.ts';
import type { Link } from '../../links/links.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Entities } from '../../understanding/rules/extraction/types.ts';
import type { EntityRow, SegmentEntityRow } from './rows.ts';

/** A row as the API shows it, with evidence and warnings if there are any. */
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

/** A segment's row as the API shows it, with its thumbnail if there is a link. */
export function shownSegment(row: SegmentEntityRow, link?: Link) {
  const { start_time, end_time, thumbnail_key: key } = row;
  return {
    start_time: start_time ?? 0,
    end_time: end_time ?? 0,
    ...shownEntities(row),
    ...(link && key !== null && { thumbnail_url: link(key) }),
  };
}

/** Entities with the evidence of the named modalities only; all evidence if none are named. */
export function withEvidenceOf<Shown extends { evidence?: Evidence[] }>(
  modalities: readonly Modality[] | undefined,
  shown: Shown,
): Shown {
  const { evidence, ...rest } = shown;
  if (!modalities || !evidence) return shown;
  const own = evidence.filter(({ source }) => modalities.some((one) => one === source));
  return (own.length > 0 ? { ...rest, evidence: own } : rest) as Shown;
}
