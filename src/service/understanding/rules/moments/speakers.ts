import type { Evidence, JudgedFinding, JudgeRequest, SpeakerFilter } from './port.ts';

/** What is said of a file in which nothing meets the criterion. */
export function absenceOf({ criterion, evidence, missing = [] }: JudgeRequest): JudgedFinding {
  const read = evidence.length === 1 ? '1 line was' : `${evidence.length} lines were`;
  return {
    kind: 'absence',
    text: [`Nothing that meets ${criterion.name} was found; ${read} read.`, ...missing].join(' '),
    evidence: [],
  };
}

/** Those who speak in these lines, each once, in order. */
export function speakersOf(evidence: readonly Evidence[]): string[] {
  return [...new Set(evidence.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])))];
}

/** Whether a moment with these speakers passes a filter. */
export function passesSpeakers(speakers: readonly string[], filter: SpeakerFilter | undefined): boolean {
  const { include = [], exclude = [], match = 'any' } = filter ?? {};
  const there = new Set(speakers.map(folded));
  if (exclude.some((name) => there.has(folded(name)))) return false;
  if (include.length === 0) return true;
  return match === 'all'
    ? include.every((name) => there.has(folded(name)))
    : include.some((name) => there.has(folded(name)));
}

const folded = (name: string) => name.normalize('NFKC').trim().toLowerCase();
