import { afterAll, beforeAll, describe, expect } from 'vitest';
import { expectTidy, round, type Target } from '../service/http/wire-fuzz.ts';
import { inFull } from '../support/in-full.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';

const it = needs('ffmpeg');
let service: Serving;
let target: Target;

beforeAll(async () => {
  service = await serving({ env: { VAU_SIGN_IN_LIMIT: '0' } });
  const file = await service.upload('not a film', 'a.mp4');
  const made = await service.call('POST', '/collections', {
    name: 'there',
    collection_type: 'media-descriptions',
  });
  target = {
    port: Number(new URL(service.url).port),
    dataDir: service.home.dataFolder,
    token: service.token,
    ids: [file.body.id, made.body.id],
  };
});
afterAll(() => service.stop());

describe('[ERR-1] vau serve under almost valid requests', () => {
  it('answers each of them, or hangs up on it, and then the next one', async () => {
    expect(await round(13, inFull(2_000, 250), target)).toEqual([]);
    expect(service.said()).not.toMatch(/request failed|unhandled/i);
    expect(service.said()).not.toContain(service.token);
    await expectTidy(target);
  }, 600_000);
});
