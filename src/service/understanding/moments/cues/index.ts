import { commitments } from './commitments.ts';
import { corrections } from './corrections.ts';
import { disputes } from './disputes.ts';
import { exchanges } from './exchanges.ts';
import { feelings } from './feelings.ts';
import { knowledge } from './knowledge.ts';
import { confidences } from './private.ts';
import { quantities } from './quantities.ts';
import { rules } from './rules.ts';
import { safety } from './safety.ts';
import { talk } from './talk.ts';
import type { Cue } from './types.ts';

export type { Cue, FoundSpan, ReadLine } from './types.ts';
export { strengthOf } from './types.ts';

/** Increase it whenever a cue changes: it is part of the version of the judge that ranks. */
export const CUES = 4;

/** Everything that can be told of a line without judging it. */
export const cues: readonly Cue[] = [
  ...exchanges,
  ...disputes,
  ...corrections,
  ...confidences,
  ...knowledge,
  ...commitments,
  ...feelings,
  ...safety,
  ...rules,
  ...quantities,
  ...talk,
];
