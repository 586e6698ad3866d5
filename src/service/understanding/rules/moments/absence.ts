import type { JudgedFinding, JudgeRequest } from './port.ts';

/** What is said of a file in which nothing meets the criterion. */
export function absenceOf({ criterion, evidence, missing = [] }: JudgeRequest): JudgedFinding {
  const read = evidence.length === 1 ? '1 line was' : `${evidence.length} lines were`;
  return {
    kind: 'absence',
    text: [`Nothing that meets ${criterion.name} was found; ${read} read.`, ...missing].join(' '),
    evidence: [],
  };
}
