import { createHash } from 'node:crypto';
import { type AttachBody, type Criterion, canonicalJson } from '../../../contract/index.ts';
import { asGiven } from '../common/optional.ts';

/** The options in force, with defaults. Durations in seconds. */
export type RunOptions = Omit<AttachBody, 'criterion'>;

/** A criterion with its options: what a run is asked for, besides a file. */
export interface RunSpec {
  /** As given, without defaults: the client computes the same hash. */
  readonly criterion: Criterion;
  readonly criterion_hash: string;
  readonly options: RunOptions;
  /** Equal for equal criteria with equal options. */
  readonly run_key: string;
}

/**
 * What a request asks for.
 * @param body the checked body
 * @param sent the body as sent
 */
export function runSpec(body: AttachBody, sent: unknown): RunSpec {
  const { criterion } = asGiven(sent, body);
  const { criterion: _, signals_required: signals, speaker_filter, ...others } = optionsIn(body);
  const options = {
    signals_required: [...new Set(signals)],
    ...others,
    ...(speaker_filter && { speaker_filter }),
  };
  const criterion_hash = hashOf(criterion);
  // The order of signals does not matter.
  const same = { criterion_hash, ...options, signals_required: [...options.signals_required].sort() };
  return { criterion, criterion_hash, options, run_key: hashOf(same) };
}

/** The body of a find-moments request has more than these. */
function optionsIn(body: AttachBody): AttachBody {
  const { criterion, signals_required, boundary_policy, speaker_filter } = body;
  const { min_duration_seconds, max_duration_seconds } = body;
  const durations = { min_duration_seconds, max_duration_seconds };
  return { criterion, signals_required, boundary_policy, speaker_filter, ...durations };
}

/** SHA-256 of the canonical JSON of a value, in hexadecimal: the order of keys does not matter. */
function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value), 'utf8').digest('hex');
}
