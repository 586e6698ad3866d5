/** quickstart with the real binary: without any configuration, twice. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { SearchResult } from '../../src/contract/index.ts';
import { needs } from '../support/programs.ts';
import { emptyHome, type Home, type Run, vau } from '../support/vau.ts';

interface Film {
  file: string;
  sentences: { start: number; end: number; text: string }[];
}

const withFfmpeg = needs('ffmpeg');
const truth: Film = JSON.parse(await readFile(new URL('../../assets/film.json', import.meta.url), 'utf8'));
let home: Home;
beforeAll(async () => {
  home = await emptyHome();
});
afterAll(async () => {
  await vau(['service', 'stop'], { env: home.env });
  await home.remove();
});

const quickstart = (...args: string[]): Promise<Run> =>
  vau(['quickstart', ...args], {
    // Its film has subtitles; own-film.long.test.ts fetches a recogniser.
    env: { ...home.env, VAU_SPEECH_PROVIDERS: 'sidecar,subtitle-track' },
    timeout: 700_000,
  });

describe('vau quickstart', () => {
  withFfmpeg(
    'puts the film through the service and answers at the right second',
    { timeout: 800_000 },
    async () => {
      const { status, stdout, stderr } = await quickstart('-o', 'json');
      expect(status, stderr).toBe(0);
      const { media, deep_search, share } = JSON.parse(stdout);
      expect(media).toMatchObject([{ status: 'completed', searchable_status: 'completed' }]);
      const [best]: SearchResult[] = deep_search.results;
      const spoken = truth.sentences.find(({ text }) => text.includes('horn'));
      expect(spoken).toBeDefined();
      expect(Math.abs((best?.start_time ?? -99) - (spoken?.start ?? 99))).toBeLessThan(2);
      expect(best?.context).toContain('horn');
      expect(share).toMatchObject({ status: 'completed', visibility: 'public' });
      const page = await fetch(share.share_url);
      expect(page.status).toBe(200);
      expect(stderr).toContain('Started the service at');
    },
  );

  withFfmpeg('can be run again: the same collection, file and share', { timeout: 800_000 }, async () => {
    const before = JSON.parse((await quickstart('-o', 'json')).stdout);
    const { status, stdout, stderr } = await quickstart();
    expect(status, stderr).toBe(0);
    expect(stdout).toContain(before.collection.id);
    expect(stdout).toContain(before.share.share_url);
    const next = stdout.slice(stdout.indexOf('Try next')).split('\n').slice(1, 3);
    expect(next).toEqual([
      expect.stringMatching(/deep-search run "your question" --collection quickstart$/),
      expect.stringMatching(/media-description get quickstart harbour\.mp4$/),
    ]);
    const described = await vau(['media-description', 'get', 'quickstart', 'harbour.mp4', '-o', 'json'], {
      env: home.env,
    });
    expect(described.status, described.stderr).toBe(0);
    expect(stdout).toMatch(/^0:00:27 +harbour\.mp4 +.*horn sounds three times/m);
    expect(stdout).toMatch(/^harbour\.mp4 +video +0:01:07 +completed +completed$/m);
    expect(stderr).not.toContain('Uploading');
    const shares = await vau(['share', 'list', '-o', 'json'], { env: home.env });
    expect(JSON.parse(shares.stdout)).toMatchObject({ total: 1 });
  });

  withFfmpeg('says which file is not there, and starts nothing', async () => {
    const { status, stdout, stderr } = await quickstart('/nowhere/my.mp4');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('/nowhere/my.mp4: no such file');
    expect(stderr).not.toContain('ervice');
  });
});
