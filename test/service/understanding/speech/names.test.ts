/** Names of the vocabulary in the place of what nearly sounds like them. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { MediaDescription } from '../../../../src/contract/index.ts';
import { needsHearing, setUpHearing } from '../../../support/models/hearing.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeCollection } from '../../search/library.ts';
import { narrate } from '../narration.ts';

const it = await needsHearing();

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ speech: { providers: ['moonshine'] } });
  await setUpHearing(service.dataDir);
});
afterAll(() => service.close());

it('a name of the vocabulary replaces a near miss, and says what was heard; search finds it', async () => {
  const collection = await makeCollection(service, 'names', 'media-descriptions');
  const text = 'In the afternoon Mister Quilter opened the new harbour in front of a large crowd';
  const { wav } = await narrate([{ voice: 'slt', text, at: 0.5 }], 7);
  const described = async (name: string, vocabulary?: string) => {
    const fields = vocabulary === undefined ? {} : { vocabulary };
    const { id } = (await service.upload(wav, name, fields)).body;
    await service.call('POST', `/collections/${collection}/media`, { file_id: id });
    await service.drain();
    const where = `/collections/${collection}/videos/${id}/media-descriptions`;
    const { speech = [] } = (await service.call('GET', where)).body as unknown as MediaDescription;
    return speech;
  };
  const plain = await described('plain.wav');
  expect(plain.map((line) => line.text).join(' ')).not.toContain('Kwilter');
  expect(plain.every(({ corrections }) => corrections === undefined)).toBe(true);
  const named = await described('named.wav', JSON.stringify(['Kwilter']));
  expect(named.map((line) => line.text).join(' ')).toContain('Kwilter');
  const [correction] = named.flatMap(({ corrections = [] }) => corrections);
  expect(correction).toMatchObject({ text: expect.stringContaining('Kwilter') });
  expect(plain.map((line) => line.text).join(' ')).toContain(correction?.heard);
  const body = { scope: 'file', collections: [collection], query: 'Kwilter' };
  const found = await service.call('POST', '/search', body);
  expect(found.body.results.map(({ filename }) => filename)).toEqual(['named.wav']);
});
