import type { VauFile } from '../../../contract/index.ts';
import { conflict } from '../../errors.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { FileRow } from '../common/lookup.ts';

/** @throws 409 for a file whose processing failed and which is of no use */
export function checkUsable(file: FileRow): void {
  if (file.status === 'failed')
    throw conflict(`file ${file.id} could not be processed: ${file.error ?? 'unknown reason'}`);
}

/** Duration of the file in seconds; null if not known yet, and for images. */
export function durationOf(file: Pick<FileRow, 'media_info'>): number | null {
  return fromJson<VauFile['media_info']>(file.media_info)?.duration_seconds ?? null;
}
