import type { Judgement, JudgeRequest } from '../../../understanding/moments/port.ts';
import { checkedFinding } from './finding.ts';
import { checkedMoment } from './moment.ts';

/** What holds of a judgement, and how much did not. */
export interface Enforced extends Judgement {
  readonly dropped: number;
}

/**
 * Keeps what a judge may claim: moments inside the file, of allowed lengths and speakers, with scores in range, quotes that
 * were said or shown at that second, and properties of their schema. Everything else is dropped and nothing is added,
 * whoever judged.
 */
export function enforce(request: JudgeRequest, { moments, findings, notes }: Judgement): Enforced {
  const kept = moments.flatMap((one) => checkedMoment(request, one) ?? []);
  const said = findings.flatMap((one) => checkedFinding(request, one) ?? []);
  return {
    moments: kept.sort((one, other) => one.start - other.start || one.end - other.end),
    findings: said,
    notes,
    dropped: moments.length - kept.length + findings.length - said.length,
  };
}
