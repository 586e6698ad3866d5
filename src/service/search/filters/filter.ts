import type { Filter, FilterCondition } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { FilesTable } from '../../store/sql/schema.ts';
import { meets, valuesAt } from './filter-values.ts';

/** The fields of a file's row that filters use. */
export type FilterFile = Pick<
  FilesTable,
  'id' | 'bytes' | 'filename' | 'created_at' | 'metadata' | 'video_info' | 'source_metadata'
>;

/** The fields of a segment that filters use. Times in seconds, metadata as JSON text. */
export interface FilterSegment {
  start_time: number;
  end_time: number;
  metadata: string | null;
}

const FILE_PATHS = ['bytes', 'filename', 'uri', 'created_at', 'id'];
const VIDEO_INFO_PATHS = ['duration_seconds', 'has_audio'];

/**
 * Checks what the schema cannot: the paths of `file` and `video_info` conditions. Throws 400 naming the path and the
 * allowed ones.
 */
export function checkFilter(filter: Filter): void {
  checkPaths('file', filter.file ?? [], FILE_PATHS);
  checkPaths('video_info', filter.video_info ?? [], VIDEO_INFO_PATHS);
}

function checkPaths(part: string, conditions: readonly FilterCondition[], allowed: string[]): void {
  const wrong = conditions.find((condition) => !allowed.includes(condition.path));
  if (!wrong) return;
  throw badRequest(`filter.${part}: unknown path ${wrong.path}; allowed: ${allowed.join(', ')}`);
}

/** Whether a condition is about segments. Conditions without a scope are about files. */
export const ofSegment = (condition: FilterCondition) => condition.scope === 'segment';

/** Whether a file meets every condition of scope file. */
export function fileMeets(filter: Filter, file: FilterFile): boolean {
  const metadata = parse(file.metadata);
  const videoInfo = parse(file.video_info);
  const source = parse(file.source_metadata);
  const own = { ...file, uri: `vau://files/${file.id}` };
  const all = (conditions: readonly FilterCondition[] | undefined, root: unknown) =>
    (conditions ?? []).every((one) => ofSegment(one) || meets(one, valuesAt(root, one.path)));
  return (
    all(filter.metadata, metadata) &&
    all(filter.video_info, videoInfo) &&
    all(filter.source_metadata, source) &&
    (filter.file ?? []).every((one) => meets(dated(one), valuesAt(own, one.path)))
  );
}

/**
 * Whether a segment meets every condition of scope segment. Metadata is the segment's own, duration_seconds its length.
 * has_audio is a property of files, so no segment meets a condition on it.
 */
export function segmentMeets(filter: Filter, segment: FilterSegment): boolean {
  const metadata = parse(segment.metadata);
  const info = { duration_seconds: segment.end_time - segment.start_time };
  const all = (conditions: readonly FilterCondition[] | undefined, root: unknown) =>
    (conditions ?? []).every((one) => !ofSegment(one) || meets(one, valuesAt(root, one.path)));
  return all(filter.metadata, metadata) && all(filter.video_info, info);
}

/** True if a condition is about segments, so that files alone cannot meet the filter. */
export function asksSegments(filter: Filter): boolean {
  return [...(filter.metadata ?? []), ...(filter.video_info ?? [])].some(ofSegment);
}

/** created_at is stored in milliseconds; a condition may give a date. */
export function dated(condition: FilterCondition): FilterCondition {
  const text = condition.valueText;
  if (condition.path !== 'created_at' || !text || !/^\d{4}-\d\d-\d\d/.test(text)) return condition;
  const time = Date.parse(text);
  return Number.isNaN(time) ? condition : { ...condition, valueText: String(time) };
}

function parse(json: string | null): unknown {
  return json === null ? {} : JSON.parse(json);
}
