import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeAudio } from '../../support/film.ts';
import { needs } from '../../support/programs.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { makeCollection } from './library.ts';

const it = needs('ffmpeg');

const SAID = `WEBVTT

00:01.000 --> 00:04.000
The harbour opens at nine in the morning.

00:05.000 --> 00:08.000
Nobody likes to wait for the bus in the rain.

00:09.000 --> 00:12.000
My brother broke his leg while skiing in Austria.
`;

/** The same words twice: what they are about stands in the line before. */
const DIALOGUE = `WEBVTT

00:01.000 --> 00:04.000
What does a night in the kennel cost for our dog?

00:05.000 --> 00:08.000
Forty, and two more for the little one.

00:09.000 --> 00:12.000
Thank you, then I will think about it.

00:13.000 --> 00:16.000
That is all from our side, good luck with the holiday.

00:17.000 --> 00:20.000
And how many passengers fit into the small bus?

00:21.000 --> 00:24.000
Forty, and two more for the little one.
`;

let service: TestService;
let collection: string;
/** A collection whose films are cut every four seconds. */
let cut: string;
beforeAll(async () => {
  service = await openTestService({ embeddings: 'packaged' });
  const said = { subtitles: new Blob([SAID]) };
  const { id } = (await service.upload(await makeAudio(15), 'said.wav', said)).body;
  collection = await makeCollection(service, 'spoken', 'rich-transcripts');
  await service.call('POST', `/collections/${collection}/media`, { file_id: id });
  const windows = { strategy: 'uniform', uniform_config: { window_seconds: 4 } };
  cut = (
    await service.call('POST', '/collections', {
      name: 'cut',
      collection_type: 'media-descriptions',
      default_segmentation_config: windows,
    })
  ).body.id;
  await service.call('POST', `/collections/${cut}/media`, { file_id: id });
  await service.drain();
});
afterAll(() => service.close());

const search = async (query: string, wish: object = {}) => {
  const body = { query, collections: [collection], scope: 'file', ...wish };
  const answer = await service.call('POST', '/search', body);
  expect(answer.status).toBe(200);
  return answer.body.results;
};

const scoreOf = (found: unknown) => (found as { score: number }).score;

describe('a search by meaning', () => {
  it('[SEARCH-1] finds what was said in other words, and quotes the line that says it', async () => {
    const [found] = await search('relative injured during winter sports');
    expect(found).toMatchObject({
      start_time: 9,
      context: 'My brother broke his leg while skiing in Austria.',
    });
    expect((await search('standing at the stop in bad weather'))[0]).toMatchObject({ start_time: 5 });
  });

  it('[SEARCH-1] finds a line by what the line before it is about', async () => {
    const said = { subtitles: new Blob([DIALOGUE]) };
    const { id } = (await service.upload(await makeAudio(25), 'dialogue.wav', said)).body;
    const windows = { strategy: 'uniform', uniform_config: { window_seconds: 4 } };
    const dialogue = {
      name: 'dialogue',
      collection_type: 'media-descriptions',
      default_segmentation_config: windows,
    };
    const { id: own } = (await service.call('POST', '/collections', dialogue)).body;
    await service.call('POST', `/collections/${own}/media`, { file_id: id });
    await service.drain();
    const everything = { collections: [own], scope: 'segment', threshold: 0 };
    const answers = async (query: string) =>
      (await search(query, everything)).flatMap(({ start_time: at }: { start_time: number }) =>
        at === 5 || at === 21 ? [at] : [],
      );
    expect(await answers('price of boarding an animal overnight')).toEqual([5, 21]);
    expect(await answers('number of seats in the vehicle')).toEqual([21, 5]);
  });

  it('[SEARCH-1] still finds the words that were said, with a higher score than other words', async () => {
    const [said] = await search('brother broke his leg skiing');
    const [other] = await search('relative injured during winter sports');
    expect(said?.start_time).toBe(9);
    expect(scoreOf(said)).toBeGreaterThan(scoreOf(other));
  });

  it('[SEARCH-1] finds the segment in which it was said, and no other of the film', async () => {
    const found = await search('relative injured during winter sports', {
      collections: [cut],
      scope: 'segment',
    });
    expect(found).toMatchObject([{ type: 'segment', start_time: 9 }]);
    const everything = { collections: [cut], scope: 'segment', threshold: 0 };
    const [best, second] = await search('standing at the stop in bad weather', everything);
    expect(best).toMatchObject({ start_time: 5, context: 'Nobody likes to wait for the bus in the rain.' });
    expect(scoreOf(second)).toBeLessThan(scoreOf(best));
  });

  it('[SEARCH-2] a question that nothing answers gets no results, unless weak ones are asked for', async () => {
    const question = 'recipe for chocolate cake with almonds';
    expect(await search(question)).toEqual([]);
    expect(await search(question, { threshold: 0 })).toHaveLength(1);
  });

  it('[SEARCH-2] the text of a deep search says that nothing was found', async () => {
    const question = 'recipe for chocolate cake with almonds';
    const knowledge_base = { source: 'collections', collections: [collection] };
    const { body } = await service.call('POST', '/deepSearch', { query: question, knowledge_base });
    expect(body).toMatchObject({
      status: 'completed',
      results: [],
      text: `Nothing was found for “${question}” in what was heard, read and seen.`,
    });
  });

  it('goes by words alone for a query in another language, and for a phrase in quotes', async () => {
    expect(await search('Bruder verletzt beim Wintersport')).toEqual([]);
    expect(await search('"winter sports"')).toEqual([]);
    expect(await search('"broke his leg"')).toHaveLength(1);
  });
});
