import type { VauFile } from '../../../contract/index.ts';
import { conflict } from '../../errors.ts';
import { fromJson } from '../../store/json.ts';
import type { FileRow } from '../common/lookup.ts';

/** @throws 409 for a file whose processing failed: nothing can be done with it */
export function checkUsable(file: FileRow): void {
  if (file.status === 'failed')
    throw conflict(`file ${file.id} could not be processed: ${file.error ?? 'no reason was noted'}`);
}

/** Seconds the file lasts; null while that is not known, and for pictures. */
export function durationOf(file: Pick<FileRow, 'media_info'>): number | null {
  return fromJson<VauFile['media_info']>(file.media_info)?.duration_seconds ?? null;
}
