import { fromJson } from '../../store/sql/json.ts';
import type { ShareRow } from './rows.ts';

/** The facts that packaging stored in `shares.stream`. */
export interface StreamFacts {
  /** Seconds. */
  readonly duration: number;
  /** Object key of the download. */
  readonly download_key: string;
}

export function streamFacts(row: ShareRow): StreamFacts | undefined {
  return row.status === 'completed' && row.stream !== null ? fromJson<StreamFacts>(row.stream) : undefined;
}

/** The share's title, or the file's name if it has none. */
export function titleOf(row: ShareRow): string {
  return row.title ?? row.filename;
}

/** Duration of the share in seconds; undefined if not known yet. */
export function durationOf(row: ShareRow): number | undefined {
  const packaged = streamFacts(row)?.duration;
  if (packaged !== undefined) return packaged;
  if (row.segment_start !== null && row.segment_end !== null) return row.segment_end - row.segment_start;
  if (row.media_info === null) return undefined;
  return fromJson<{ duration_seconds?: number | null }>(row.media_info).duration_seconds ?? undefined;
}

/** Object key of the share's preview picture. */
export function previewKey(row: ShareRow): string | undefined {
  if (row.segment_thumbnail !== null) return row.segment_thumbnail;
  return row.has_thumbnail ? `files/${row.file_id}/thumbnail.jpg` : undefined;
}
