/** Stored answers quote files: what is deleted must not be shown from there. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addFilm, makeCollection } from '../../search/library.ts';

let service: TestService;
let collection: string;
let secret: string;
beforeAll(async () => {
  service = await openTestService();
  collection = await makeCollection(service, 'films');
  const film = (filename: string, text: string) =>
    addFilm(service, collection, { filename, speech: [{ text, start: 4 }] });
  await film('kept.mp4', 'The ferry leaves at noon.');
  secret = (await film('secret.mp4', 'The ferry password is gooseberry.')).file_id;
});
afterAll(() => service.close());

it('a stored search, deep search or chat shows nothing of a file that was deleted since', async () => {
  const post = async (where: string, body: object) => (await service.call('POST', where, body)).body.id;
  const messages = [{ role: 'user', content: 'What is the ferry password?' }];
  const knowledge_base = { source: 'collections', collections: [collection] };
  const places = [
    ['/search', await post('/search', { scope: 'segment', query: 'ferry', collections: [collection] })],
    ['/deepSearch', await post('/deepSearch', { query: 'ferry password', knowledge_base })],
    [
      '/chat/completions',
      await post('/chat/completions', { model: 'any', messages, collections: [collection] }),
    ],
  ].flatMap(([where, id]) => [`${where}`, `${where}/${id}`]);
  const shown = async () => Promise.all(places.map(async (where) => (await service.call('GET', where)).text));
  expect((await shown()).map((text) => text.includes('gooseberry'))).toEqual(places.map(() => true));
  expect((await service.call('DELETE', `/files/${secret}`)).status).toBe(200);
  for (const work of [async () => 0, service.drain]) {
    await work();
    expect((await shown()).filter((text) => /gooseberry|secret\.mp4/.test(text))).toEqual([]);
  }
  const [, search = '', , deep = ''] = await shown();
  expect(JSON.parse(search)).toMatchObject({ total: 1, results: [{ filename: 'kept.mp4' }] });
  expect(JSON.parse(deep).text).toMatch(/a file that it quotes was deleted/);
});
