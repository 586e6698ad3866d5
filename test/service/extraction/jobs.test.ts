import { afterAll, beforeAll, describe, expect } from 'vitest';
import { needs } from '../../support/programs.ts';
import type { TestService } from '../../support/service.ts';
import { extracted, openWithFilm } from './media.ts';

const it = needs('ffmpeg');
let service: TestService;
let uri: string;
beforeAll(async () => {
  ({ service, uri } = await openWithFilm());
});
afterAll(() => service.close());

describe('an extraction job', () => {
  it('[EXT-3] has entities of its segments, quoted', async () => {
    const job = await extracted(service, { url: uri, prompt: 'People and places' });
    expect(job.status).toBe('completed');
    expect(job.data?.segment_entities?.[0]?.entities).toEqual({
      people: ['Ada Byron', 'Maria Lopez', 'Ben'],
      places: ['Berlin'],
    });
  });
});
