/**
 * Rules of moment criteria and their options beyond the form of each field: what could never be met, and what says
 * nothing. Every refusal has a code that stays the same across versions.
 */

import { isRecord } from '../record.ts';

/** The code of each refusal, and what is allowed instead. */
export const criterionCodes = {
  instructions_blank: 'must say what to find: it is blank',
  anchor_name_blank: 'needs a name: an anchor is found by it',
  anchor_duplicate: 'is there twice: names that differ only in spaces around them are the same',
  scoring_key_blank: 'must name the score: it is blank',
  scoring_key_unknown: 'must be a field of moment_schema',
  scoring_key_type: 'must be a field of moment_schema with the type number or integer',
  scoring_key_values:
    'must be a field of moment_schema that can have a value from scoring.min to scoring.max',
  scoring_range: 'must be above min',
  signal_duplicate: 'repeats a signal',
  speaker_blank: 'must name a speaker: it is blank',
  speaker_duplicate: 'repeats a speaker',
  speaker_conflict: 'is in include too: nobody can be included and excluded',
  speaker_without_speech: 'needs speech in signals_required: speakers are known from speech only',
  duration_order: 'must be at least min_duration_seconds',
} as const;

export type CriterionCode = keyof typeof criterionCodes;

/** A refusal: the path of the field, its code, and what was given. */
export interface Refusal {
  readonly path: readonly (string | number)[];
  readonly code: CriterionCode;
  /** In brackets after what is allowed: the allowed names, or the value that was given. */
  readonly detail?: string | undefined;
}

export interface Scoring {
  readonly key: string;
  readonly min: number;
  readonly max: number;
}

/** Whether instructions say anything. */
export const blankInstructions = (instructions: string): Refusal[] =>
  // The form refuses an empty text.
  instructions !== '' && isBlank(instructions) ? [{ path: [], code: 'instructions_blank' }] : [];

/** Anchors without a name, and those whose names a person cannot tell apart. */
export function anchorRefusals(anchors: Readonly<Record<string, unknown>>): Refusal[] {
  const names = Object.keys(anchors);
  return [
    ...names.flatMap((name): Refusal[] =>
      isBlank(name) ? [{ path: [JSON.stringify(name)], code: 'anchor_name_blank' }] : [],
    ),
    ...repeated(names.map((name) => name.trim())).map(
      (index): Refusal => ({ path: [names[index] ?? ''], code: 'anchor_duplicate' }),
    ),
  ];
}

/** A scoring that has no name, or no value. */
export function scoringRefusals({ key, min, max }: Scoring): Refusal[] {
  return [
    ...(key !== '' && isBlank(key) ? [{ path: ['key'], code: 'scoring_key_blank' as const }] : []),
    ...(max > min ? [] : [{ path: ['max'], code: 'scoring_range' as const, detail: String(min) }]),
  ];
}

/** A score that the fields of a moment cannot have. Without a schema, the score is a field of its own. */
export function scoreRefusals(scoring: Scoring | undefined, schema: unknown): Refusal[] {
  const properties = isRecord(schema) ? schema.properties : undefined;
  if (!scoring || !isRecord(properties)) return [];
  const { key, min, max } = scoring;
  const refuse = (code: CriterionCode, detail: string): Refusal[] => [
    { path: ['scoring', 'key'], code, detail },
  ];
  const field = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (!isRecord(field)) return refuse('scoring_key_unknown', Object.keys(properties).join(', '));
  if (field.type !== 'number' && field.type !== 'integer')
    return refuse('scoring_key_type', `${key} is ${String(field.type)}`);
  return hasValue(field, min, max) ? [] : refuse('scoring_key_values', `${min} to ${max}`);
}

/** Whether a field of numbers can have a value in a range. */
function hasValue(field: Readonly<Record<string, unknown>>, min: number, max: number): boolean {
  const { type, enum: values } = field;
  if (Array.isArray(values))
    return values.some((value) => typeof value === 'number' && value >= min && value <= max);
  return type !== 'integer' || Math.ceil(min) <= max;
}

/** Signals that are named twice. */
export const signalRefusals = (signals: readonly string[]): Refusal[] =>
  repeated(signals).map((index) => ({ path: [index], code: 'signal_duplicate', detail: signals[index] }));

interface Speakers {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Speakers without a name, named twice, or both included and excluded. */
export function speakerRefusals({ include = [], exclude = [] }: Speakers): Refusal[] {
  const included = new Set(include.map(folded));
  const conflicts = exclude.flatMap((name, index): Refusal[] =>
    !isBlank(name) && included.has(folded(name))
      ? [{ path: ['exclude', index], code: 'speaker_conflict', detail: name }]
      : [],
  );
  return [...nameRefusals('include', include), ...nameRefusals('exclude', exclude), ...conflicts];
}

function nameRefusals(list: string, names: readonly string[]): Refusal[] {
  const blank = names.flatMap((name, index): Refusal[] =>
    isBlank(name) ? [{ path: [list, index], code: 'speaker_blank' }] : [],
  );
  const again = repeated(names.map(folded)).filter((index) => !isBlank(names[index] ?? ''));
  return [
    ...blank,
    ...again.map(
      (index): Refusal => ({ path: [list, index], code: 'speaker_duplicate', detail: names[index] }),
    ),
  ];
}

interface Options {
  readonly signals_required: readonly string[];
  readonly speaker_filter?: Speakers | undefined;
  readonly min_duration_seconds: number;
  readonly max_duration_seconds: number;
}

/** Options that exclude each other. */
export function optionRefusals(options: Options): Refusal[] {
  const { signals_required: signals, speaker_filter: { include = [] } = {} } = options;
  const { min_duration_seconds: min, max_duration_seconds: max } = options;
  return [
    ...(include.length > 0 && !signals.includes('speech')
      ? [{ path: ['speaker_filter', 'include'], code: 'speaker_without_speech' as const }]
      : []),
    ...(max < min
      ? [{ path: ['max_duration_seconds'], code: 'duration_order' as const, detail: String(min) }]
      : []),
  ];
}

/** The positions of items that an earlier one equals. */
function repeated(items: readonly string[]): number[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    if (first.has(item)) return [index];
    first.set(item, index);
    return [];
  });
}

/** Nothing but spaces and characters that are not seen. */
const isBlank = (text: string): boolean => /^[\s\p{Cc}\p{Cf}\p{Zs}\u2800\u3164\uFFA0]*$/u.test(text);

/** Names of speakers match whatever their case. */
const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/**
 * The canonical text of a JSON value, for the hash of a criterion. It does not depend on key order or white
 * space. It follows RFC 8785: keys sorted by UTF-16 code units, no white space, numbers and strings as
 * ECMAScript writes them.
 */

/**
 * A JSON value in canonical form. A criterion's hash is the SHA-256 of this text in UTF-8, in lower-case
 * hexadecimal. Lists keep their order, because the order of an enum matters. @param value any result of
 * JSON.parse; undefined fields are omitted, as in JSON
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  // Comparing strings with < compares code units.
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}
