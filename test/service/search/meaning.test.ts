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

/** The same words twice, each two lines after what they are about. */
const LATER = `WEBVTT

00:01.000 --> 00:04.000
What does a night in the kennel cost for our dog?

00:05.000 --> 00:08.000
Let me see, where did I put that list.

00:09.000 --> 00:12.000
Forty, and two more for the little one.

00:44.000 --> 00:47.000
And how many passengers fit into the small bus?

00:48.000 --> 00:51.000
Let me see, where did I put that list.

00:52.000 --> 00:55.000
Forty, and two more for the little one.
`;

/** A line begins just before a cut at 8 s, another 0.8 s before one at 16 s; one without a full stop goes on after a cut at 24 s. */
const CUT = `WEBVTT

00:07.800 --> 00:10.800
My grandmother grows tomatoes on her balcony.

00:15.200 --> 00:18.400
The lighthouse keeper speaks to nobody in winter.

00:20.100 --> 00:23.700
When the dent comes back slowly it is ready for the oven

00:24.200 --> 00:27.000
Bake the loaf in a heavy pot with the lid on.
`;

/** The first sentence runs over two long lines, the second over two short ones, and the third begins and ends inside lines. */
const RUN_ON = `WEBVTT

00:00.000 --> 00:07.600
The invention of movable letters in the middle of the fifteenth century may be considered as that of printing, and

00:07.800 --> 00:12.400
the Gutenberg Bible of about 1455 has never been surpassed.

00:13.000 --> 00:15.000
We fed the last

00:15.000 --> 00:17.500
dandelions to our rabbit.

00:18.000 --> 00:22.000
It rained all week. An old miller

00:22.000 --> 00:26.000
sold his donkey at the fair. Nobody else came.
`;

/** Subtitles that end nowhere, and one long sentence. */
const NO_STOPS = `WEBVTT

00:00.500 --> 00:04.500
he might even have been made amiable himself

00:04.500 --> 00:08.500
as they tell in the village for the old weavers took

00:08.500 --> 00:12.500
impressions of wet ferns on linen

00:13.500 --> 00:29.000
Long before the carvers of the lowlands by a similar process made the books in which each page was cut whole, monks in the mountains had printed their calendars from blocks of pear wood.
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

/** A collection with a film that is cut every four seconds. */
async function cutFilm(name: string, subtitles: string, seconds = 30): Promise<string> {
  const said = { subtitles: new Blob([subtitles]) };
  const { id: file_id } = (await service.upload(await makeAudio(seconds), `${name}.wav`, said)).body;
  const default_segmentation_config = { strategy: 'uniform', uniform_config: { window_seconds: 4 } };
  const wanted = { name, collection_type: 'media-descriptions', default_segmentation_config };
  const { id } = (await service.call('POST', '/collections', wanted)).body;
  await service.call('POST', `/collections/${id}/media`, { file_id });
  await service.drain();
  return id;
}

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
    const everything = { collections: [await cutFilm('dialogue', DIALOGUE)], scope: 'segment', threshold: 0 };
    const answers = async (query: string) =>
      (await search(query, everything)).flatMap(({ start_time: at }: { start_time: number }) =>
        at === 5 || at === 21 ? [at] : [],
      );
    expect(await answers('price of boarding an animal overnight')).toEqual([5, 21]);
    expect(await answers('number of seats in the vehicle')).toEqual([21, 5]);
  });

  it('[SEARCH-1] finds a line by what was said some lines before it', async () => {
    const everything = { collections: [await cutFilm('later', LATER, 60)], scope: 'segment', threshold: 0 };
    const answers = async (query: string) =>
      (await search(query, everything)).flatMap(({ start_time: at }: { start_time: number }) =>
        at === 9 || at === 52 ? [at] : [],
      );
    expect(await answers('price of boarding an animal overnight')).toEqual([9, 52]);
    expect(await answers('number of seats in the vehicle')).toEqual([52, 9]);
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

  it('[SEARCH-3] a line over a cut is shown where it begins, but not in its first half second, and found by either', async () => {
    const wish = { collections: [await cutFilm('cut lines', CUT)], scope: 'segment', threshold: 0 };
    const first = async (query: string) => (await search(query, wish))[0];
    for (const query of ['grandmother tomatoes', 'vegetables that an old lady plants at home'])
      expect(await first(query)).toMatchObject({ start_time: 8, end_time: 10.8 });
    for (const query of ['lighthouse keeper', 'a lonely man by the sea'])
      expect(await first(query)).toMatchObject({ start_time: 15.2, end_time: 16 });
    const [bread, next] = await search('why bake bread in a heavy pot with a lid', wish);
    expect(bread).toMatchObject({ start_time: 24.2, end_time: 27 });
    expect(scoreOf(bread)).toBeGreaterThan(scoreOf(next));
  });

  it('[SEARCH-3] a sentence over several lines begins where its words are spoken', async () => {
    const wish = { collections: [await cutFilm('run on', RUN_ON)], scope: 'file', threshold: 0 };
    const first = async (query: string) => (await search(query, wish))[0];
    expect(await first('When was the Gutenberg Bible printed?')).toMatchObject({
      start_time: 7.8,
      context: 'the Gutenberg Bible of about 1455 has never been surpassed.',
    });
    expect(await first('When were movable letters invented?')).toMatchObject({ start_time: 0 });
    expect(await first('What did the rabbit eat, dandelions?')).toMatchObject({
      start_time: 13,
      context: 'We fed the last dandelions to our rabbit.',
    });
    for (const query of ['an elderly man got rid of his animal', 'Which old miller sold a donkey?']) {
      const found = await first(query);
      expect(found).toMatchObject({ context: 'An old miller sold his donkey at the fair.' });
      expect(found?.start_time).toBeCloseTo(20.4, 0);
      expect(found?.end_time).toBeCloseTo(24.4, 0);
    }
  });

  it('[SEARCH-3] what leads to the words in the subtitle before them is quoted with them', async () => {
    const wish = { collections: [await cutFilm('no stops', NO_STOPS)], scope: 'file', threshold: 0 };
    const [found] = await search('Who took impressions of wet ferns on linen?', wish);
    expect(found).toMatchObject({ context: expect.stringContaining('the old weavers took impressions') });
  });

  it('[SEARCH-2] finds words just as they were said, however far their sentence is from them in meaning', async () => {
    const wish = { collections: [await cutFilm('a long sentence', NO_STOPS)], scope: 'file' };
    const asked = ['What is by a similar process?', 'Who did have been made?'];
    for (const query of ['by a similar process', 'the lowlands', 'Even have been made', ...asked])
      expect(await search(query, wish), query).toMatchObject([{ filename: 'a long sentence.wav' }]);
    expect(await search('by a different process', wish)).toEqual([]);
    expect(await search('Where was the different process?', wish)).toEqual([]);
    expect(await search('similar recipes for chocolate cake', wish)).toEqual([]);
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
