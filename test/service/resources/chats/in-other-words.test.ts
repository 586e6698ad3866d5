import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { ChatCompletion, DeepSearch } from '../../../../src/contract/index.ts';
import { makeAudio } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addFilm, makeCollection } from '../../search/library.ts';

const it = needs('ffmpeg');

/** More words than an excerpt is widened to. */
const LONG_REPLY = `You leave by the back, ${'past the old mill and the bakery, over the little bridge, '.repeat(6)}and then you hear the dogs.`;

const LINES = [
  'Good morning, Hollow Lane kennels, Priya speaking.',
  'Hello, we are going away and somebody told me about you.',
  'What does a night cost for our dog?',
  'Forty, and two more for the little one.',
  'Does he get on with the others?',
  'Mostly, but last summer he bit the postman.',
  'Then he goes out by himself, before seven.',
  'The vet has to sign the form, otherwise we cannot take him.',
  'We are not coming in July any more, my wife changed her mind, it is September now.',
  'That is fine, the ferry runs until October.',
  'How do we get to you from the station?',
  LONG_REPLY,
];

let service: TestService;
let collection: string;

beforeAll(async () => {
  service = await openTestService({ embeddings: 'packaged', vectorWaitMs: 60_000 });
  collection = await makeCollection(service, 'calls', 'rich-transcripts');
  const cues = LINES.map((text, at) => `00:${two(at * 4)}.000 --> 00:${two(at * 4 + 3)}.000\n${text}\n`);
  const subtitles = new Blob([`WEBVTT\n\n${cues.join('\n')}`]);
  const { id } = (await service.upload(await makeAudio(49), 'call.wav', { subtitles })).body;
  await service.call('POST', `/collections/${collection}/media`, { file_id: id });
  await service.drain();
});
afterAll(() => service.close());

const two = (value: number) => String(value).padStart(2, '0');

async function ask(question: string, before?: string, where = collection) {
  const messages = [before, question].flatMap((content) =>
    content === undefined ? [] : [{ role: 'user', content }],
  );
  const request = { model: 'quotes', messages, collections: [where] };
  const { body } = await service.call('POST', '/chat/completions', request);
  const { choices } = body as unknown as ChatCompletion;
  return (choices[0]?.citations ?? []).map(({ text }) => text).join('\n');
}

async function deepSearch(query: string, where = collection): Promise<DeepSearch> {
  const knowledge_base = { source: 'collections', collections: [where] };
  const { body } = await service.call('POST', '/deepSearch', { query, knowledge_base });
  return body as unknown as DeepSearch;
}

describe('a question in other words than its answer', () => {
  it('[CHAT-4] is answered by the reply to a question, after that question', async () => {
    expect(await ask('price of a night for the dog')).toContain(LINES.slice(2, 4).join(' '));
  });

  it('[CHAT-4] is answered with the whole reply, however long, where a question is found', async () => {
    expect(await ask('"get to you from the station"')).toContain(LONG_REPLY);
  });

  it.each([
    ['is there paperwork from the animal doctor', LINES[7]],
    ['was it the postman that he bit last summer', LINES[5]],
    ['why are they not coming in July', LINES[8]],
  ])('[CHAT-4] is answered by the line that says so: %s', async (question, answer) => {
    expect(await ask(question)).toContain(answer);
  });

  it('[CHAT-4] begins with a sentence that has its words, at the second of that sentence', async () => {
    expect(await ask('until when does the ferry run')).toMatch(
      /^That is fine, the ferry runs until October\./,
    );
    const { text } = await deepSearch('Until when does the ferry run?');
    expect(text).toMatch(/^“That is fine, the ferry runs until October\.[^”]*” \[call\.wav, 0:00:36\]/);
  });

  it('[DEEP-3] has the second of the line that answers, with what led to it in the quote', async () => {
    const { text, results } = await deepSearch('is there paperwork from the animal doctor');
    expect(text).toMatch(
      /^“Then he goes out by himself, before seven\. The vet has to sign [^”]*” \[call\.wav, 0:00:28\]/,
    );
    expect(results?.[0]?.start_time).toBe(28);
  });

  it('[DEEP-3] quotes what is shown together, and not what another shot shows', async () => {
    const shop = await makeCollection(service, 'shop');
    const shown = (start: number, ...texts: string[]) =>
      texts.map((text) => ({ text, time: start, start, end: start + 4 }));
    await addFilm(service, shop, {
      filename: 'fair.mp4',
      scene_text: [
        ...shown(40, 'HIGH TIDE 04:20'),
        ...shown(45, 'PRICE PER KILO', 'HERRING 3.40', 'CRAB 9.80'),
        ...shown(50, 'CLOSED ON MONDAYS'),
      ],
    });
    await service.drain();
    const { text: herring } = await deepSearch('What is the price of herring?', shop);
    expect(herring).toMatch(/^On screen: “[^”]*HERRING 3\.40[^”]*” \[fair\.mp4, 0:00:45\]$/);
    const { text: crab } = await deepSearch('What is the price of crab per kilo?', shop);
    expect(crab).toMatch(/^On screen: “[^”]*CRAB 9\.80[^”]*” \[fair\.mp4, 0:00:45\]$/);
    const { text: tide } = await deepSearch('When is high tide?', shop);
    expect(tide).toBe('On screen: “HIGH TIDE 04:20” [fair.mp4, 0:00:40]');
  });

  it('[CHAT-4] is put whole before searching where it only asks how many', async () => {
    const zoo = await makeCollection(service, 'zoo', 'rich-transcripts');
    await addFilm(service, zoo, {
      filename: 'zoo.mp4',
      speech: [
        { text: 'The yearly plan costs 1,200 dollars and we ship on 3 May 2026.', start: 0, end: 4 },
        { text: 'The elephant ate nine tomatoes.', start: 60, end: 64 },
      ],
    });
    await service.drain();
    expect(await ask('How many?', 'Who ate the tomatoes?', zoo)).toMatch(/^The elephant ate nine/);
  });

  it('[CHAT-4] goes by its words where it has a phrase to be found exactly', async () => {
    expect(await ask('"two more for"')).toContain(LINES.slice(2, 4).join(' '));
  });

  it('[CHAT-4] is put whole before searching where it goes on with the one before', async () => {
    expect(await ask('and when was that?', 'Is it the postman that he bit?')).toContain(LINES[5]);
    expect(await ask('and when was that?')).toBe('');
  });

  it.each(['which brand of dog food do they use', 'how many rooms does the hotel have', 'who won the match'])(
    '[CHAT-4] is not answered by lines that are only near it: %s',
    async (question) => {
      expect(await ask(question)).toBe('');
    },
  );

  it('[DEEP-1] is answered by a deep search as by a chat', async () => {
    const { text } = await deepSearch('is there paperwork from the animal doctor');
    expect(text).toContain(LINES[7]);
    const none = await deepSearch('how long does the ferry take');
    expect(none.text).toMatch(/^Nothing that was heard, read or seen answers “how long/);
    expect(none.results?.length).toBeGreaterThan(0);
  });
});
