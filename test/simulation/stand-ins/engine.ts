/** What judges moments in a day: every line is one, after a while. Some films it never reads, and some calls do not see their end. */

import { PermanentError } from '../../../src/service/jobs/handlers.ts';
import type { Engine } from '../../../src/service/resources/find-moments/engine.ts';
import { after, chance } from '../world/clock.ts';

export function engineFor(): Engine {
  return {
    judge: {
      version: 'simulated',
      judgedBy: 'language_model',
      judge: async ({ criterion, evidence }, signal) => {
        await after(chance(3_000));
        if (chance(2) === 0) signal.throwIfAborted();
        if (criterion.name === 'prices') throw new PermanentError('the model reads no prices');
        if (chance(8) === 0) throw new Error('the model does not answer');
        return {
          moments: evidence.map(({ index, start, end, text }) => ({
            ...{ start, end, title: text, reason: text, rank: 0.7, evidence: [index], speakers: [] },
          })),
          findings: [],
          notes: [],
        };
      },
    },
    named: { engine_version: 1, engine: 'simulated', judged_by: 'language_model' },
  };
}
