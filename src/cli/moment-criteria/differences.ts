/** Compares two attachments of the same name. All functions are pure. */

import { canonicalJson } from '../../contract/canonical.ts';
import { limits } from '../../contract/limits.ts';
import { isRecord } from '../../contract/record.ts';
import type { JsonObject } from '../model/values.ts';

/** An attach body to send, or the one that a service returns. */
export interface Content {
  readonly criterion?: unknown;
  readonly options?: unknown;
}

/**
 * Paths of the fields that differ, with short values: `criterion.scoring.max (10 there, 5 here)`. Skips what
 * the service does not return. Omitted options count as their defaults.
 */
export function differences(there: Content, here: Content): string[] {
  return [
    ...(isRecord(there.criterion) ? compare(there.criterion, here.criterion, 'criterion') : []),
    ...(isRecord(there.options) ? compare(withDefaults(there.options), withDefaults(here.options), '') : []),
  ];
}

function withDefaults(options: unknown): JsonObject {
  const given = isRecord(options) ? withoutNull(options) : {};
  const { signals_required: signals = ['speech'], ...rest } = given;
  return {
    boundary_policy: 'sentence',
    min_duration_seconds: limits.minDurationDefaultSeconds,
    max_duration_seconds: limits.maxDurationDefaultSeconds,
    speaker_filter: {},
    ...rest,
    // Modalities are a set: their order does not matter.
    signals_required: Array.isArray(signals) ? [...new Set(signals)].sort() : signals,
  };
}

function compare(there: unknown, here: unknown, path: string): string[] {
  if (isRecord(there) && isRecord(here)) {
    const [a, b] = [withoutNull(there), withoutNull(here)];
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return names.flatMap((name) => compare(a[name], b[name], path ? `${path}.${name}` : name));
  }
  if (canonicalJson(there) === canonicalJson(here)) return [];
  const [left, right] = [short(there), short(here)];
  return [left && right ? `${path} (${left} there, ${right} here)` : path];
}

/** A field that is null equals one that is omitted. */
const withoutNull = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

function short(value: unknown): string | undefined {
  if (value === undefined) return 'none';
  const text = canonicalJson(value);
  return text.length <= 40 ? text : undefined;
}
