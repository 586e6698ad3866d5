/** What a weaker recogniser made is said with the command that makes it better, and how long that takes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Gap } from '../../../../src/contract/index.ts';
import { toJson } from '../../../../src/service/store/sql/json.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addFilm, makeCollection } from '../../search/library.ts';
import { type EndpointServer, openEndpoint, speechFrom } from '../speech/endpoint-server.ts';

let heard: EndpointServer;
let service: TestService;
beforeAll(async () => {
  heard = await openEndpoint();
  service = await openTestService({ speech: speechFrom(heard, ['endpoint']), workers: 1 });
});
afterAll(async () => {
  await service.close();
  await heard.close();
});

const by = (provider: string, version: string) => ({ madeBy: { provider, settings: { version } } });
/** A film of 200 seconds. @returns its id */
async function film(collection: string, filename: string, heard: ReturnType<typeof by>): Promise<string> {
  const { file_id } = await addFilm(service, collection, { filename, heard });
  await change(file_id, { media_info: { duration_seconds: 200 } });
  return file_id;
}
async function change(id: string, columns: { [K in 'media_info' | 'hearing']?: object }): Promise<void> {
  const set = Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, toJson(value)]));
  await service.context.db.updateTable('files').set(set).where('id', '=', id).execute();
}
const gapsOf = async (collection: string) =>
  ((await service.call('GET', `/collections/${collection}`)).body as { gaps?: Gap[] }).gaps;

it('says so of the collection, and of a search that found little', async () => {
  const collection = await makeCollection(service, 'talks', 'media-descriptions');
  await film(collection, 'one.mp4', by('pocketsphinx', '5'));
  await film(collection, 'two.mp4', by('moonshine', 'moonshine-base'));
  await film(collection, 'subtitled.mp4', by('sidecar', '1'));
  const [gap, ...others] = (await gapsOf(collection)) ?? [];
  expect(others).toEqual([]);
  expect(gap).toMatchObject({
    modality: 'speech',
    reason: 'outdated',
    files: 2,
    files_total: 3,
    next: ['vau describe redo --collection talks --modality speech'],
  });
  expect(gap?.text).toMatch(
    /^Speech in 2 of 3 files was recognised by (pocketsphinx 5, moonshine moonshine-base|moonshine moonshine-base, pocketsphinx 5); endpoint \S+ does it better now\.$/,
  );
  const search = await service.call('POST', '/search', {
    scope: 'segment',
    query: 'zeppelin',
    collections: [collection],
  });
  expect(search.body).toMatchObject({ gaps: [gap] });
});

it('says how long it takes once that was measured here', async () => {
  const collection = await makeCollection(service, 'measured', 'media-descriptions');
  await film(collection, 'one.mp4', by('moonshine', 'moonshine-base'));
  const [before] = (await gapsOf(collection)) ?? [];
  const made_by = /; (.+) does it/.exec(before?.text ?? '')?.[1] ?? '';
  await service.context.db
    .insertInto('analysis_speeds')
    .values({ analysis: 'speech', made_by, media_seconds: 100, ms: 50_000 })
    .execute();
  const [gap] = (await gapsOf(collection)) ?? [];
  expect(gap?.text).toMatch(/does it better now, in about 2 min\.$/);
});

it('says nothing of what the same or a better recogniser made, or one that was chosen by hand', async () => {
  const collection = await makeCollection(service, 'best', 'media-descriptions');
  const best = /; endpoint (\S+) does/.exec((await gapsOf(await withOld()))?.[0]?.text ?? '')?.[1] ?? '';
  await film(collection, 'one.mp4', by('endpoint', best));
  const chosen = await film(collection, 'chosen.mp4', by('moonshine', 'moonshine-base'));
  await change(chosen, { hearing: { provider: 'moonshine' } });
  expect(await gapsOf(collection)).toBeUndefined();
});

async function withOld(): Promise<string> {
  const collection = await makeCollection(service, 'old', 'media-descriptions');
  await film(collection, 'old.mp4', by('pocketsphinx', '5'));
  return collection;
}
