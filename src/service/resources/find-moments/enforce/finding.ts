import { findingKinds } from '../../../../contract/index.ts';
import type { JudgedFinding, JudgeRequest } from '../../../understanding/moments/port.ts';
import { checkedData } from './data.ts';
import { citedIn, quotesHold } from './quotes.ts';

/** A finding with what holds of it; undefined if it does not hold as a whole. */
export function checkedFinding(request: JudgeRequest, finding: JudgedFinding): JudgedFinding | undefined {
  const { kind, text } = finding;
  if (!findingKinds.includes(kind) || text.trim() === '') return undefined;
  const cited = citedIn(request.evidence, finding.evidence, request.signals);
  // What was observed must have been observed somewhere.
  if (kind === 'observation' && cited.length === 0) return undefined;
  // An absence may name in quotes what was looked for: that is not in the file.
  if (kind === 'observation' && !quotesHold(text, request.evidence)) return undefined;
  const data = checkedData(request.criterion.finding_schema, finding.data);
  if (data === 'invalid') return undefined;
  return { kind, text, evidence: cited.map(({ index }) => index), ...(data && { data }) };
}
