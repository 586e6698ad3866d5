/** Words of thousands of letters: a hash in subtitles, a search for one. They must not hold what all accounts share. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeVideo } from '../support/film.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';

const it = needs('ffmpeg');

const LETTERS = 8_000;
/** Letters as in a hash, the same each time: multiples of a prime in hexadecimal. */
const HASH = Array.from({ length: LETTERS }, (_, at) => ((at * 7_919) % 251).toString(16).at(-1)).join('');
const SAID = ['The harbour budget was agreed on Monday.', HASH, 'The elephant ate nine tomatoes at the zoo.'];
const SUBTITLES = SAID.map(
  (text, at) => `${at + 1}\n00:00:0${at * 3 + 1},000 --> 00:00:0${at * 3 + 3},500\n${text}\n`,
).join('\n');

/** Milliseconds: it took minutes, until the encoder was ended, and takes some hundred. */
const SOON = 20_000;

let service: Serving;
let collection: string;
beforeAll(async () => {
  service = await serving({ env: { VAU_EMBEDDINGS: '' } });
  const made = { name: 'long words', collection_type: 'media-descriptions' };
  collection = String((await service.call('POST', '/collections', made)).body.id);
});
afterAll(() => service.stop());

/** The milliseconds that some work takes, and what it gives. */
async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const begun = performance.now();
  const result = await work();
  return { ms: performance.now() - begun, result };
}

const search = async (query: string) => {
  const sent = { query, scope: 'segment', collections: [collection] };
  const { body } = await service.call('POST', '/search', sent);
  return body as { results: { quote?: string }[] };
};

describe('a word of thousands of letters', () => {
  it('[SAFE-3] holds neither the analysis of its film nor chats over it', async () => {
    const file_id = (
      await service.upload(await makeVideo(11), 'hash.mp4', { subtitles: new Blob([SUBTITLES]) })
    ).body.id;
    const where = `/collections/${collection}/videos/${file_id}`;
    // The first analysis starts the recognisers.
    const { ms, result } = await timed(async () => {
      await service.call('POST', `/collections/${collection}/media`, { file_id });
      return service.settled(where);
    });
    expect(result.status).toBe('completed');
    expect(ms).toBeLessThan(3 * SOON);
    const asked = {
      model: 'nano',
      messages: [{ role: 'user', content: 'How many tomatoes did the elephant eat at the zoo?' }],
      collections: [collection],
    };
    const chat = await timed(() => service.call('POST', '/chat/completions', asked));
    expect(JSON.stringify(chat.result.body)).toContain('nine tomatoes');
    expect(chat.ms).toBeLessThan(SOON);
  });

  it('[SAFE-3] is searched for without keeping other searches from their meaning', async () => {
    const ordinary = 'tomatoes for an elephant';
    const before = await search(ordinary);
    expect(before.results.length).toBeGreaterThan(0);
    for (const word of [HASH, 'q'.repeat(20_000), 'ß'.repeat(20_000), 'a-'.repeat(10_000)]) {
      const { ms } = await timed(() => search(word));
      const after = await timed(() => search(ordinary));
      expect(after.result.results).toEqual(before.results);
      expect(ms + after.ms).toBeLessThan(SOON);
    }
  });
});
