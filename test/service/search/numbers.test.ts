import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { addFilm, makeCollection } from './library.ts';

let service: TestService;
let collection: string;

beforeAll(async () => {
  service = await openTestService();
  collection = await makeCollection(service, 'numbers');
  const lines = [
    'We counted 42 geese.',
    'We counted forty-two swans.',
    'The bill was 205 crowns.',
    'The bill was two hundred and five francs.',
    'They met in 1994 in Oslo.',
    'They met in nineteen ninety four in Bergen.',
    'Send 7,000 bricks.',
    'Send 7000 stones.',
    'It weighs seven thousand tons.',
    'It took a hundred days.',
    'He paid eleven hundred marks.',
    'Nobody came at all.',
    'In 2026 it ended.',
  ];
  await addFilm(service, collection, {
    filename: 'counted.mp4',
    speech: lines.map((text, at) => ({ text, start: at * 10, end: at * 10 + 5 })),
    windows: lines.map((_, at) => [at * 10, at * 10 + 10]),
  });
});

afterAll(() => service.close());

/** What is said either way is found either way; a quoted phrase only as it is. */
it.each([
  ['42', ['We counted 42 geese.', 'We counted forty-two swans.']],
  ['forty two', ['We counted 42 geese.', 'We counted forty-two swans.']],
  ['205', ['The bill was 205 crowns.', 'The bill was two hundred and five francs.']],
  ['1994', ['They met in 1994 in Oslo.', 'They met in nineteen ninety four in Bergen.']],
  ['seven thousand', ['Send 7,000 bricks.', 'Send 7000 stones.', 'It weighs seven thousand tons.']],
  ['100', ['It took a hundred days.']],
  ['1100', ['He paid eleven hundred marks.']],
  ['twenty twenty six', ['In 2026 it ended.']],
  ['"forty two"', ['We counted forty-two swans.']],
])('%s', async (query, expected) => {
  const request = { scope: 'segment', collections: [collection], query };
  const { status, body } = await service.call('POST', '/search', request);
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  const found = (body as unknown as { results: { context: string }[] }).results.map(({ context }) => context);
  expect(found).toEqual(expect.arrayContaining(expected));
  expect(found).not.toContain('Nobody came at all.');
});
