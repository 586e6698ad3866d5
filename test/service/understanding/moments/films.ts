import type { Evidence, JudgeRequest } from '../../../../src/service/understanding/rules/moments/port.ts';

/** Lines of `Speaker: text`, four seconds each with half a second between them. */
export function linesOf(...said: readonly string[]): Evidence[] {
  return said.map((line, index) => {
    const [, speaker, text = line] = /^(\w+): (.*)$/.exec(line) ?? [];
    const start = index * 4.5;
    return {
      index,
      signal: 'speech',
      start,
      end: start + 4,
      text,
      ...(speaker !== undefined && { speaker }),
    };
  });
}

/** A request with the loosest options, for these lines. */
export function requestOf(
  instructions: string,
  evidence: readonly Evidence[],
  more: Partial<JudgeRequest> = {},
): JudgeRequest {
  return {
    criterion: { name: 'wanted_moments', instructions },
    signals: ['speech'],
    boundaryPolicy: 'sentence',
    minDuration: 1,
    maxDuration: 300,
    evidence,
    cuts: [],
    duration: (evidence.at(-1)?.end ?? 0) + 2,
    ...more,
  };
}
