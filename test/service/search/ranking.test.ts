import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FoundItem } from '../../../src/contract/index.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { addFilm, makeCollection } from './library.ts';

let service: TestService;
let collection: string;

beforeAll(async () => {
  service = await openTestService();
  collection = await makeCollection(service, 'films');
  const films: [string, string[]][] = [
    [
      'german.mp4',
      ['Wir gehen heute ins Quartier.', 'Die Haushaltssitzung war lang.', 'Der Haushalt ist klein.'],
    ],
    ['names.mp4', ['Herr Muller kommt heute.', 'Herr Müller kommt heute nicht.', 'Wir warten auf den Zug.']],
    ['chinese.mp4', ['渔民在港口修补渔网后回家。', '预算会议开始了。', '航班被取消了。']],
    [
      'english.mp4',
      ['The houses stand at the lake.', 'A house stands at the lake.', 'We housed them at the lake.'],
    ],
  ];
  for (const [filename, lines] of films) {
    const speech = lines.map((text, at) => ({ text, start: at * 20 + 4 }));
    await addFilm(service, collection, { filename, speech });
  }
});

afterAll(() => service.close());

async function contexts(query: string): Promise<(string | undefined)[]> {
  const { body } = await service.call('POST', '/search', {
    scope: 'segment',
    collections: [collection],
    query,
  });
  return (body as unknown as { results: FoundItem[] }).results.map((result) => result.context);
}

it('puts the word as it was written before its other forms', async () => {
  expect((await contexts('Müller'))[0]).toBe('Herr Müller kommt heute nicht.');
  expect((await contexts('Muller')).toSorted()).toEqual([
    'Herr Muller kommt heute.',
    'Herr Müller kommt heute nicht.',
  ]);
  expect((await contexts('houses'))[0]).toBe('The houses stand at the lake.');
  expect((await contexts('house'))[0]).toBe('A house stands at the lake.');
});

it('finds a word inside of a compound, after the word itself, and not inside of words that hold its letters', async () => {
  expect(await contexts('Haushalt')).toEqual(['Der Haushalt ist klein.', 'Die Haushaltssitzung war lang.']);
  expect(await contexts('Sitzungen')).toEqual(['Die Haushaltssitzung war lang.']);
  expect(await contexts('Tier')).toEqual([]);
});

it('finds the parts of a compound that nobody said', async () => {
  expect(await contexts('Zugquartier')).toEqual(
    expect.arrayContaining(['Wir warten auf den Zug.', 'Wir gehen heute ins Quartier.']),
  );
});

it('finds letters inside of words where spaces do not delimit them', async () => {
  expect(await contexts('算会')).toEqual(['预算会议开始了。']);
  expect(await contexts('网')).toEqual(['渔民在港口修补渔网后回家。']);
});
