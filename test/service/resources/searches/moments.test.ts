import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import type { FoundMoment } from '../../../../src/contract/index.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import {
  addCollection,
  addFile,
  addRecording,
  HARBOUR,
  momentsApi,
  type ScriptedJudge,
  scriptedJudge,
} from '../moments/support.ts';

const script = vi.hoisted(() => ({ judge: undefined as ScriptedJudge | undefined }));
vi.mock('../../../../src/service/understanding/rules/moments/index.ts', () => ({
  judgeFor: () => script.judge,
}));

const it = needs('ffmpeg');
let service: TestService;
let api: ReturnType<typeof momentsApi>;
let collection: string;
let files: string[];
beforeAll(async () => {
  script.judge = scriptedJudge();
  service = await openTestService();
  api = momentsApi(service);
  collection = await addCollection(service);
  files = [
    await addRecording(service, HARBOUR),
    await addRecording(service, [[3, 8, 'Eve', 'I promise to repair the crane.']]),
  ];
  for (const file of files) await addFile(service, collection, file);
  const scoring = { key: 'weight', min: 0, max: 10 };
  await api.attach(collection, {
    criterion: { name: 'commitments', instructions: 'Find every promise', scoring },
  });
  await api.attach(collection, { criterion: { name: 'forecasts', instructions: 'Talk of the weather' } });
  await service.drain();
});
afterAll(() => service.close());

interface Group {
  readonly type: string;
  readonly file_id: string;
  readonly item_count: number;
  readonly matched_items: readonly FoundMoment[];
}

const send = (body: object) =>
  service.call('POST', '/search', { scope: 'moment', collections: [collection], ...body });

async function find(body: object): Promise<(FoundMoment & Group)[]> {
  const { status, body: answer, text } = await send(body);
  expect(status, text).toBe(200);
  return answer.results as unknown as (FoundMoment & Group)[];
}

const said = (found: readonly FoundMoment[]) => found.map(({ context }) => context);

describe('[SEARCH-3] scope moment', () => {
  it('finds moments by what was said in them, whatever the form of the words, with all that a moment has', async () => {
    const [first, ...others] = await find({ query: 'repairing cranes' });
    expect(others).toEqual([]);
    const [listed] = (await api.moments(collection, `file_id=${files[1]}`)).moments;
    expect(first).toEqual({
      ...listed,
      type: 'moment',
      id: listed?.moment_id,
      collection_id: collection,
      filename: 'talk.wav',
      context: 'I promise to repair the crane.',
      score: 1,
      search_score: 1,
      media_url: expect.stringMatching(new RegExp(`/films/${files[1]}/film\\.wav$`)),
    });
  });

  it('finds moments by the words of their criterion, those that say it themselves first', async () => {
    const found = await find({ query: 'forecasts' });
    expect(said(found)).toEqual([
      'Another promise: the ferry leaves at noon, whatever the weather is.',
      'The weather is fine.',
    ]);
    expect(found[0]?.score).toBeLessThan(1);
    const [best] = await find({ query: 'weather promise' });
    expect(best?.context).toMatch(/Another promise.*weather/);
  });

  it('honours limit, threshold, filter, modalities, quoted phrases and groups', async () => {
    expect(await find({ query: 'promise', limit: 2 })).toHaveLength(2);
    expect(said(await find({ query: 'promise crane', threshold: 0.9 }))).toEqual([
      'I promise to repair the crane.',
    ]);
    const filter = { file: [{ path: 'id', operator: 'Equal', valueText: files[1] }] };
    expect(said(await find({ query: 'promise', filter }))).toEqual(['I promise to repair the crane.']);
    expect(await find({ query: 'promise', search_modalities: ['ocr_lexical'] })).toEqual([]);
    expect(await find({ query: 'promise', search_modalities: ['speech_lexical'] })).toHaveLength(5);
    expect(said(await find({ query: 'the “I promise nothing”' }))).toEqual(['I promise nothing.']);
    const groups = await find({ query: 'promise', group_by_key: 'file', sort_by: 'item_count' });
    expect(groups.map(({ type, file_id, item_count }) => [type, file_id, item_count])).toEqual([
      ['moment_group', files[0], 4],
      ['moment_group', files[1], 1],
    ]);
  });

  it('is stored, and finds nothing where nothing has the words', async () => {
    const { body } = await send({ query: 'promise' });
    const stored = await service.call('GET', `/search/${body.id}`);
    expect(stored.body.results).toEqual(body.results);
    expect(await find({ query: 'helicopter' })).toEqual([]);
  });

  it('refuses collections of another type, and finds no moment whose criterion was detached', async () => {
    const films = await service.call('POST', '/collections', { name: 'films', collection_type: 'metadata' });
    const refused = await send({ query: 'promise', collections: [films.body.id] });
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/metadata.*moments/)]);
    const weather = (await api.attachments(collection)).find((one) => one.criterion_name === 'forecasts');
    await api.detach(collection, { attachment_id: weather?.attachment_id ?? '' });
    expect(await find({ query: 'forecasts' })).toEqual([]);
  });
});
