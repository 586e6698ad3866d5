/** A service with a rate limit, and a client that waits: both with the real binary. */
import { describe, expect } from 'vitest';
import { needs } from '../support/programs.ts';
import { emptyHome, vau } from '../support/vau.ts';
import { live } from './live.ts';

describe('vau against a service with a small rate limit', () => {
  needs('ffmpeg')(
    '[LIM-1] waits as long as Retry-After says, and gets its answer; no other limit than a number is taken',
    async () => {
      const home = await emptyHome();
      const env = { ...home.env, VAU_RATE_LIMIT: '0.2' };
      const service = live(home.folder, ['serve', '--port', '0', '--workers', '1'], env);
      try {
        await service.told('is running at');
        // One request at once, then one per five seconds: the second run is too early.
        let run = await vau(['tag', 'list', '-o', 'json', '--debug'], { env: home.env });
        expect(run.status).toBe(0);
        for (let turn = 0; turn < 5 && !run.stderr.includes('429'); turn += 1)
          run = await vau(['tag', 'list', '-o', 'json', '--debug'], { env: home.env });
        expect(run.stderr).toMatch(/429/);
        expect(run.status).toBe(0);
        expect(JSON.parse(run.stdout)).toMatchObject({ object: 'list', data: [] });

        const wrong = await vau(['service', 'config', 'set', 'rate_limit', 'many'], { env: home.env });
        expect(wrong.status).not.toBe(0);
        expect(wrong.stderr).toContain('must be a number from 0 (no limit)');
      } finally {
        service.signal('SIGTERM');
        await service.ended;
        await home.remove();
      }
    },
  );
});
