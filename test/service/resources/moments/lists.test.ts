import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import type { CollectionMoment } from '../../../../src/contract/index.ts';
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
} from './support.ts';

const script = vi.hoisted(() => ({ judge: undefined as ScriptedJudge | undefined }));
vi.mock('../../../../src/service/understanding/rules/moments/index.ts', () => ({
  judgeFor: () => script.judge,
}));

const it = needs('ffmpeg');
let service: TestService;
let api: ReturnType<typeof momentsApi>;
let collection: string;
let files: string[];
let weather: string;
const scoring = { key: 'weight', min: 0, max: 10 };
beforeAll(async () => {
  script.judge = scriptedJudge();
  service = await openTestService();
  api = momentsApi(service);
  collection = await addCollection(service);
  files = [await addRecording(service, HARBOUR), await addRecording(service, HARBOUR.slice(2))];
  for (const file of files) await addFile(service, collection, file);
  await api.attach(collection, { criterion: { name: 'promise', instructions: 'Any promise', scoring } });
  const lower = { ...scoring, higher_is_better: false };
  weather = (
    await api.attach(collection, {
      criterion: { name: 'weather', instructions: 'Any weather', scoring: lower },
    })
  ).attachment_id;
  await api.attach(collection, { criterion: { name: 'fish', instructions: 'Any fish' } });
  await service.drain();
  files.sort();
});
afterAll(() => service.close());

const names = (moments: readonly CollectionMoment[]) => moments.map(({ criterion_name }) => criterion_name);
const values = (moments: readonly CollectionMoment[]) =>
  moments.map(({ criterion_score }) => criterion_score?.value ?? Number.NaN);

/** All pages of a list. */
async function walk(query: string, between: () => Promise<unknown> = async () => undefined) {
  const seen: CollectionMoment[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.moments(collection, `${query}&limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...page.moments);
    cursor = page.next_cursor;
    await between();
  } while (cursor);
  return seen;
}

describe('the moments of a collection', () => {
  it('[MOM-1] are sorted by position, with an exact total, and a cursor yields each once', async () => {
    const { moments, total, next_cursor } = await api.moments(collection);
    expect(total).toBe(8);
    expect(moments).toHaveLength(8);
    expect(next_cursor).toBeUndefined();
    const places = moments.map(({ file_id, start_time }) => [file_id, start_time] as const);
    const sorted = [...places].sort(
      ([one, from], [other, to]) => (one < other ? -1 : one > other ? 1 : 0) || from - to,
    );
    expect(places).toEqual(sorted);
    expect((await walk('sort=position')).map(({ moment_id }) => moment_id)).toEqual(
      moments.map(({ moment_id }) => moment_id),
    );
  });

  it('[MOM-1] a cursor yields each once while runs are added and files come and go', async () => {
    const before = (await api.moments(collection)).moments.map(({ moment_id }) => moment_id);
    const more: string[] = [];
    const seen = await walk('', async () => {
      const file = await addRecording(service, HARBOUR.slice(0, 1));
      more.push(file);
      await addFile(service, collection, file);
      await service.drain();
    });
    const ids = seen.map(({ moment_id }) => moment_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => before.includes(id))).toEqual(before);
    for (const file of more) await service.call('DELETE', `/collections/${collection}/videos/${file}`);
    expect((await api.moments(collection)).total).toBe(8);
    await service.drain();
  });

  it('[MOM-1] are filtered by criterion_name, attachment_id, file_id and min_score', async () => {
    const of = async (query: string) => (await api.moments(collection, query)).moments;
    expect(new Set(names(await of('criterion_name=promise')))).toEqual(new Set(['promise']));
    expect(new Set(names(await of(`attachment_id=${weather}`)))).toEqual(new Set(['weather']));
    expect(await of(`file_id=${files[0]}&criterion_name=fish`)).toEqual([]);
    const own = await of(`file_id=${files[0]}`);
    expect(new Set(own.map(({ file_id }) => file_id))).toEqual(new Set([files[0]]));
    expect(own.length).toBeLessThan(8);
    const scores = values(await of('criterion_name=promise'));
    const limit = [...scores].sort((one, other) => other - one)[1] ?? 0;
    const good = values(await of(`criterion_name=promise&min_score=${limit}`));
    expect(good.sort()).toEqual(scores.filter((score) => score >= limit).sort());
    expect((await api.moments(collection, `criterion_name=promise&min_score=${limit}`)).total).toBe(
      good.length,
    );
  });

  it('[CRIT-5] sort by the scoring key and pass min_score as its direction says', async () => {
    const rising = values(await walk('criterion_name=weather&sort=criterion_score'));
    expect(rising).toEqual([...rising].sort((one, other) => one - other));
    const falling = values(await walk('criterion_name=promise&sort=criterion_score'));
    expect(falling).toEqual([...falling].sort((one, other) => other - one));
    expect(falling[0]).toBeGreaterThan(falling.at(-1) ?? 0);
    const least = await api.moments(collection, `criterion_name=weather&min_score=${rising[0]}`);
    expect(new Set(values(least.moments))).toEqual(new Set([rising[0]]));
  });

  it('[MOM-2] sorts by score only within one criterion', async () => {
    for (const sort of ['criterion_score', 'rank_score']) {
      const answer = await service.call('GET', `/collections/${collection}/moments?sort=${sort}`);
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/criterion_name/)]);
      await api.moments(collection, `sort=${sort}&criterion_name=promise`);
      await api.moments(collection, `sort=${sort}&attachment_id=${weather}`);
    }
    const ranks = (await walk('criterion_name=promise&sort=rank_score')).map(({ rank_score }) => rank_score);
    expect(ranks).toEqual([...ranks].sort((one, other) => other - one));
  });

  it('refuses a cursor of another order, and names both types of another collection', async () => {
    const { next_cursor } = await api.moments(collection, 'limit=1');
    const other = `/collections/${collection}/moments?sort=rank_score&criterion_name=promise&cursor=${next_cursor}`;
    expect((await service.call('GET', other)).status).toBe(400);
    const { id } = (await service.call('POST', '/collections', { name: 'm', collection_type: 'metadata' }))
      .body;
    for (const list of ['moments', 'moments/findings']) {
      const answer = await service.call('GET', `/collections/${id}/${list}`);
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/metadata.*moments/)]);
    }
  });
});

describe('the findings of a collection', () => {
  it('[MOM-3] say what was looked for and is absent, and page by cursor', async () => {
    const all = await api.findings(collection);
    expect(all.total).toBe(2);
    expect(all.findings).toEqual(
      files.map((file_id) =>
        expect.objectContaining({
          file_id,
          kind: 'absence',
          criterion_name: 'fish',
          judged_by: 'ranking',
          reason: 'Nothing says "fish".',
        }),
      ),
    );
    const first = await api.findings(collection, 'limit=1');
    const second = await api.findings(collection, `limit=1&cursor=${first.next_cursor}`);
    expect([...first.findings, ...second.findings]).toEqual(all.findings);
    expect(second.next_cursor).toBeUndefined();
    const total = async (query: string) => (await api.findings(collection, query)).total;
    expect(await total(`file_id=${files[0]}`)).toBe(1);
    expect(await total('kind=observation')).toBe(0);
    expect(await total('criterion_name=promise')).toBe(0);
  });
});
