import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatCompletion } from '../../../../src/contract/index.ts';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';
import { addFilm, makeCollection } from '../../search/library.ts';

let service: TestService;
let collection: string;
let other: string;
let now = Date.UTC(2026, 4, 10, 12);
const lines = {
  'harbour.mp4': [
    { speaker: 'Ann', text: 'Welcome to the northern harbour.', start: 3.5 },
    { speaker: 'Ben', text: 'The lighthouse was built in nineteen twelve.', start: 24.25, end: 27 },
    { text: 'Its lamp turns', start: 47 },
    { text: 'once in every ten seconds.', start: 49 },
  ],
  'garden.mp4': [
    { speaker: 'Cleo', text: 'Roses need pruning in the early spring.', start: 521 },
    { speaker: 'Ann', text: 'Is the ferry ticket expensive?', start: 528, end: 530 },
    { speaker: 'Cleo', text: 'Four crowns, and children are free.', start: 531, end: 534 },
  ],
};

beforeAll(async () => {
  service = await openTestService({}, { clock: () => now });
  collection = await makeCollection(service, 'films');
  other = await makeCollection(service, 'others');
  await addFilm(service, collection, {
    filename: 'harbour.mp4',
    metadata: { project: 'north' },
    speech: lines['harbour.mp4'],
    scene_text: [{ text: 'Budget Review 2026', time: 30, end: 40 }],
  });
  await addFilm(service, collection, {
    filename: 'garden.mp4',
    metadata: { project: 'south' },
    windows: [[500, 540]],
    speech: lines['garden.mp4'],
  });
  await addFilm(service, other, {
    filename: 'elsewhere.mp4',
    speech: [{ text: 'The lighthouse is somewhere else.', start: 1 }],
  });
});
afterAll(() => service.close());

type Turn = [role: 'system' | 'user' | 'assistant', content: string];
const chat = (turns: readonly Turn[], more: object = {}, headers = {}) =>
  service.call(
    'POST',
    '/chat/completions',
    {
      model: 'any',
      messages: turns.map(([role, content]) => ({ role, content })),
      collections: [collection],
      ...more,
    },
    headers,
  );

async function ask(turns: string | readonly Turn[], more: object = {}) {
  const answer = await chat(typeof turns === 'string' ? [['user', turns]] : turns, more);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200, error: undefined });
  const completion = JSON.parse(answer.text) as ChatCompletion;
  const [choice] = completion.choices;
  return { completion, text: choice?.message.content ?? '', citations: choice?.citations ?? [] };
}

describe('a chat without a language model', () => {
  it('[CHAT-4] quotes the reply where what it found is a question', async () => {
    const { text, citations } = await ask('How much is the ferry ticket?');
    expect(text.split('\n').slice(1)).toEqual([
      'Ann: “Is the ferry ticket expensive?” Cleo: “Four crowns, and children are free.” [garden.mp4, 0:08:48]',
    ]);
    expect(citations).toMatchObject([
      {
        start_time: 528,
        end_time: 534,
        text: 'Is the ferry ticket expensive? Four crowns, and children are free.',
        speech: [
          { speaker: 'Ann', start_time: 528 },
          { speaker: 'Cleo', start_time: 531 },
        ],
      },
    ]);
  });

  it('[CHAT-4] answers in quotes, says so, and cites each quote in its file at its second', async () => {
    const { text, citations, completion } = await ask('When was the lighthouse built?');
    expect(text).toBe(
      'No language model answered. These are quotes of what was said and shown:\n' +
        'Ben: “The lighthouse was built in nineteen twelve.” [harbour.mp4, 0:00:24]',
    );
    expect(completion.model).toBe('quotes');
    expect(citations).toEqual([
      {
        collection_id: collection,
        file_id: expect.any(String),
        filename: 'harbour.mp4',
        segment_id: expect.any(String),
        start_time: 24.25,
        end_time: 27,
        text: 'The lighthouse was built in nineteen twelve.',
        context: 'The lighthouse was built in nineteen twelve.',
        relevant_sources: [{ text: 'The lighthouse was built in nineteen twelve.' }],
        speech: [
          {
            text: 'The lighthouse was built in nineteen twelve.',
            start_time: 24.25,
            end_time: 27,
            speaker: 'Ben',
          },
        ],
      },
    ]);
  });

  it.each([
    'How often does the lamp turn?',
    '"turns once in every ten"',
    'Which budget is on screen?',
    'When do roses need pruning, and who welcomes us to the harbour?',
  ])('[CHAT-4] cites text that stands in that file at that second: %s', async (question) => {
    const { citations } = await ask(question);
    expect(citations.length).toBeGreaterThan(0);
    for (const { file_id, start_time = -1, end_time = -1, text = '' } of citations) {
      const { body } = await service.call('GET', `/files/${file_id}`);
      const said = lines[body.filename as keyof typeof lines];
      const shown = body.filename === 'harbour.mp4' ? [{ text: 'Budget Review 2026', start: 30 }] : [];
      const within = [...said, ...shown].filter(({ start }) => start >= start_time && start <= end_time);
      expect(within.map((line) => line.text).join(' ')).toContain(text);
      expect(within[0]?.start).toBe(start_time);
    }
  });

  it('[CHAT-4] says that nothing was found, and cites nothing', async () => {
    const { text, citations } = await ask('zeppelins');
    expect(text).toBe('Nothing was found for “zeppelins” in what was heard, read and seen.');
    expect(citations).toEqual([]);
  });

  it('[CHAT-4] does not speak of quotes where only a title or metadata matches', async () => {
    const where = await makeCollection(service, 'by metadata', 'metadata');
    await addFilm(service, where, { filename: 'quay.mp4', metadata: { project: 'north' } });
    await service.drain();
    const { text, citations } = await ask('north', { collections: [where] });
    expect(citations).toEqual([]);
    expect(text).toBe(
      'No language model answered. Nothing that was said or shown answers. ' +
        'What is seen, or a title or metadata, matches in:\n[quay.mp4]',
    );
  });

  it('[CHAT-4] answers from its one collection only', async () => {
    const found = await ask('lighthouse', { collections: [other] });
    expect(found.text).toContain('elsewhere.mp4');
    expect(found.text).not.toContain('harbour.mp4');
    const two = await chat([['user', 'x']], { collections: [collection, other] });
    expect(two).toMatchObject({ status: 400, body: { error: expect.stringContaining('collections') } });
  });

  it.each<[string, Turn[], RegExp]>([
    [
      'that refers to the one before',
      [
        ['user', 'When was the lighthouse built?'],
        ['assistant', 'In nineteen twelve.'],
        ['user', 'and who said that?'],
      ],
      /Ben: “The lighthouse was built/,
    ],
    [
      'after another that refers',
      [
        ['user', 'When do roses need pruning?'],
        ['user', 'And who said that?'],
        ['user', 'Why?'],
      ],
      /Cleo: “Roses/,
    ],
    [
      'that finds nothing by itself',
      [
        ['user', 'When was the lighthouse built?'],
        ['user', 'Sprecher nennen'],
      ],
      /Ben: “The lighthouse was built/,
    ],
    [
      'with words of its own, which stands alone',
      [
        ['user', 'When was the lighthouse built?'],
        ['user', 'When do the roses need pruning?'],
      ],
      /^[^\n]*\nCleo: “Roses[^\n]*$/,
    ],
  ])('uses the conversation for a question %s', async (_, turns, answer) => {
    expect((await ask(turns)).text).toMatch(answer);
  });
});

describe('[CHAT-1] a chat completion', () => {
  it('has an id, the model, usage, and its payload as sent', async () => {
    const filter = { metadata: [{ path: 'project', operator: 'Equal', valueText: 'north' }] };
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'lighthouse', name: 'mia' },
    ];
    const { completion } = await ask([], { messages, filter, temperature: 0.5, model: 'some-model' });
    expect(completion).toMatchObject({
      object: 'chat.completion',
      created_at: now,
      model: 'quotes',
      payload: { messages, filter, temperature: 0.5, collections: [collection] },
      choices: [{ index: 0, message: { role: 'assistant' } }],
    });
    const { prompt_tokens, completion_tokens, total_tokens } = completion.usage;
    expect(prompt_tokens).toBeGreaterThan(1);
    expect(completion_tokens).toBeGreaterThan(10);
    expect(total_tokens).toBe(prompt_tokens + completion_tokens);
    expect(JSON.parse((await service.call('GET', `/chat/completions/${completion.id}`)).text)).toEqual(
      completion,
    );
  });

  it('is listed without citations, the newest first, by page and by day in UTC', async () => {
    now = Date.UTC(2026, 5, 1, 0, 0, 1);
    const { completion: june } = await ask('lighthouse');
    now = Date.UTC(2026, 4, 31, 23, 59, 59);
    const { completion: may } = await ask('roses');
    const list = async (query: string) => {
      const { body, text } = await service.call('GET', `/chat/completions?${query}`);
      return { ...body, data: (JSON.parse(text) as { data: ChatCompletion[] }).data };
    };
    const first = await list('limit=1');
    const total = first.total;
    expect(first).toMatchObject({ object: 'list', limit: 1, offset: 0, data: [{ id: june.id }] });
    expect(first.data[0]).toEqual({
      ...june,
      choices: june.choices.map(({ citations: _, ...choice }) => choice),
    });
    expect((await list('limit=1&offset=1')).data[0]?.id).toBe(may.id);
    expect(await list('created_after=2026-06-01')).toMatchObject({ total: 1, data: [{ id: june.id }] });
    expect((await list('created_before=2026-06-01')).total).toBe(total - 1);
    expect((await list('created_after=2026-05-31&created_before=2026-06-01')).data).toMatchObject([
      { id: may.id },
    ]);
  });

  it('belongs to its account', async () => {
    const { completion } = await ask('lighthouse');
    const stranger = { authorization: `Bearer ${await strangerToken(service)}` };
    const get = (where: string) => service.call('GET', where, undefined, stranger);
    expect((await get('/chat/completions')).body).toMatchObject({ total: 0, data: [] });
    expect((await get(`/chat/completions/${completion.id}`)).status).toBe(404);
    expect(await chat([['user', 'lighthouse']], {}, stranger)).toMatchObject({
      status: 404,
      body: { error: `collection ${collection} was not found` },
    });
  });
});

describe('[CHAT-3] a filter of a chat', () => {
  const conditions = (part: string, condition: object) => ({ filter: { [part]: [condition] } });

  it.each([
    ['metadata', { path: 'project', operator: 'NotEqual', valueText: 'north', scope: 'file' }],
    ['file', { path: 'filename', operator: 'In', valueTextArray: ['garden.mp4'] }],
  ])('narrows the files by %s', async (part, condition) => {
    const both = 'Roses need pruning, and the lighthouse was built';
    expect((await ask(both)).text).toContain('harbour.mp4');
    const { text } = await ask(both, conditions(part, condition));
    expect(text).toContain('garden.mp4');
    expect(text).not.toContain('harbour.mp4');
  });

  it.each([
    ['a part that does not exist', { words: [] }, /words/],
    [
      'an operator that does not exist',
      { file: [{ path: 'bytes', operator: 'Bigger', valueText: '1' }] },
      /operator/,
    ],
    ['an unknown path', { file: [{ path: 'size', operator: 'Equal', valueText: '1' }] }, /size/],
    ['a missing value', { file: [{ path: 'bytes', operator: 'In', valueText: '1' }] }, /valueTextArray/],
    [
      'a scope on a file condition',
      { file: [{ path: 'bytes', operator: 'Equal', valueText: '1', scope: 'file' }] },
      /scope/,
    ],
  ])('is refused with %s', async (_, filter, error) => {
    const refused = await chat([['user', 'lighthouse']], { filter });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
  });
});

describe('a chat request', () => {
  it.each<[string, object, RegExp]>([
    ['no messages', { messages: [] }, /messages/],
    [
      'an answer as its last message',
      { messages: [{ role: 'assistant', content: 'x' }] },
      /messages must end with the question/,
    ],
    [
      'an empty question',
      { messages: [{ role: 'user', content: ' ' }] },
      /messages must end with the question/,
    ],
    ['another role', { messages: [{ role: 'tool', content: 'x' }] }, /role/],
    ['too many messages', { messages: Array(201).fill({ role: 'user', content: 'x' }) }, /messages.*200/],
    ['too long a message', { messages: [{ role: 'user', content: 'x'.repeat(20_001) }] }, /content.*20000/],
    ['a temperature above 2', { temperature: 2.1 }, /temperature.*2/],
    ['no model', { model: '' }, /model/],
    ['no collection', { collections: [] }, /collections/],
  ])('with %s is refused by name', async (_, more, error) => {
    const refused = await chat([['user', 'x']], more);
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
  });

  it('about an unknown collection is 404', async () => {
    const missing = randomUUID();
    expect(await chat([['user', 'x']], { collections: [missing] })).toMatchObject({
      status: 404,
      body: { error: `collection ${missing} was not found` },
    });
  });
});
