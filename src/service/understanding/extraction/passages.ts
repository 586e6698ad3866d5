import type { Selectable } from 'kysely';
import { fromJson } from '../../store/json.ts';
import type { FilesTable } from '../../store/schema.ts';
import type { ModalitiesResult } from '../modalities-result.ts';
import { modalityLines } from '../modality-lines.ts';
import type { Passage } from './types.ts';

/** What is known about a file besides its content. */
export type FileMetadata = Pick<Selectable<FilesTable>, 'metadata' | 'source_metadata'>;

/** Measured facts are not passages. */
const FACTS = 'picture-facts';

/** Speech, on-screen text and scenes, in order of time. */
export function passagesOf(result: ModalitiesResult): Passage[] {
  const facts = result.reports.some(({ madeBy }) => madeBy?.provider === FACTS);
  return modalityLines(result).flatMap(({ modality, ...line }) => {
    if (modality === 'audio_description' || (facts && modality === 'visual_scene_description')) return [];
    return [{ source: modality, ...line }];
  });
}

/** Maximum number of metadata values to read. */
const MOST_VALUES = 500;

/** Each text and number in a file's metadata. */
export function metadataPassages({ metadata, source_metadata }: FileMetadata): Passage[] {
  const own = [metadata, source_metadata].flatMap((json) => leaves(fromJson<unknown>(json)));
  return own.slice(0, MOST_VALUES).map((text) => ({ source: 'metadata' as const, text }));
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() ? [value] : [];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** When the media was recorded, according to its source, or to `recorded_at` in its metadata. */
export function recordedAt({ metadata, source_metadata }: FileMetadata): Date | undefined {
  const source = fromJson<{ start_datetime?: unknown }>(source_metadata)?.start_datetime;
  const own = fromJson<{ recorded_at?: unknown }>(metadata)?.recorded_at;
  const said = [source, own].find((one) => typeof one === 'string' && /^\d{4}-\d\d-\d\d/.test(one));
  const date = new Date(String(said));
  return Number.isNaN(date.getTime()) ? undefined : date;
}
