import { describe, expect, it } from 'vitest';
import { rankingJudge } from '../../../../src/service/understanding/rules/moments/ranking/judge.ts';
import { linesOf, requestOf } from './films.ts';
import { type Half, KINDS } from './sentences.ts';

const { signal } = new AbortController();
const judge = rankingJudge(undefined);

/** How many sentences give a moment, each in a film of its own. */
async function given(rubric: string, sentences: readonly string[]): Promise<number> {
  const judged = await Promise.all(
    sentences.map((text) => judge.judge(requestOf(rubric, linesOf(`Ann: ${text}`)), signal)),
  );
  return judged.filter(({ moments }) => moments.length > 0).length;
}

const share = async (rubric: string, { met, near }: Half) => ({
  found: (await given(rubric, met)) / met.length,
  wrong: (await given(rubric, near)) / near.length,
});

describe('cues without an encoder, on sentences labelled before', () => {
  for (const [kind, { rubric, tuned, held }] of Object.entries(KINDS)) {
    it(`finds most of what is meant by ${kind}, and little else`, async () => {
      const [one, other] = [await share(rubric, tuned), await share(rubric, held)];
      expect(one.found).toBeGreaterThanOrEqual(0.75);
      expect(one.wrong).toBeLessThanOrEqual(0.13);
      expect(other.found).toBeGreaterThanOrEqual(0.65);
      expect(other.wrong).toBeLessThanOrEqual(0.13);
    });
  }
});
