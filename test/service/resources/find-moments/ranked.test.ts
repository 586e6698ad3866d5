import { afterAll, beforeAll, describe, expect } from 'vitest';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addRecording, foundIn } from '../moments/support.ts';

const it = needs('ffmpeg');
let service: TestService;
let url: string;
beforeAll(async () => {
  service = await openTestService();
  const film = await addRecording(service, [
    [1, 5, 'Ada', 'Thank you all for coming, thank you everyone.'],
    [6, 10, 'Ben', 'The mill is twelve metres high.'],
    [11, 15, 'Ada', "No, that's wrong, it's nine metres, I measured it."],
    [16, 20, 'Ben', "Fair enough, you're right, nine."],
    [21, 25, 'Ada', 'Leave it with me, you will have the plan on Friday.'],
  ]);
  url = `vau://files/${film}`;
  await service.drain();
});
afterAll(() => service.close());

const found = (name: string, instructions: string) => foundIn(service, url, name, instructions);

describe('a run without a language model', () => {
  it('finds exchanges and commitments in the words of a trade, as short as they make sense', async () => {
    const disputed = await found('figure_disputed', 'A figure is contradicted by another person.');
    expect(disputed.ranges).toEqual([[6, 15]]);
    const taken = await found('job_taken_on', 'A speaker takes on a task. Orders do not count.');
    expect(taken.ranges).toEqual([[21, 25]]);
    for (const { rank_score: rank } of [...disputed.moments, ...taken.moments]) {
      expect(rank).toBeGreaterThanOrEqual(0.3);
      expect(rank).toBeLessThan(1);
    }
  });

  it('finds what a short criterion without a known cue says, in its own words', async () => {
    const high = await found('height', 'How high the mill is.');
    expect(high.ranges).toEqual([[6, 10]]);
    expect(high.moments[0]?.rank_score).toBe(0.5);
    expect((await found('mill_sold', 'The mill gets sold.')).ranges).toEqual([]);
  });

  it('gives none, and says so, where nothing meets a criterion that it cannot foresee', async () => {
    const retold = await found('historic_disaster', 'A historic disaster is retold. Leave out films.');
    expect(retold.ranges).toEqual([]);
    expect(retold.findings).toMatchObject([{ kind: 'absence' }]);
  });

  it('drops what a criterion excludes', async () => {
    expect((await found('thanks', 'Somebody thanks somebody.')).ranges).toEqual([[1, 5]]);
    const excluding = 'Somebody thanks somebody. Set phrases of politeness do not count.';
    expect((await found('warm_thanks', excluding)).ranges).toEqual([]);
  });
});
