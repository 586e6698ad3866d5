import path from 'node:path';
import type { SqliteDatabase } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type OperationId, openapi, operationIds, operationOf } from '../../src/contract/index.ts';
import { openServed } from '../support/served.ts';
import { deletionsHold } from './shapes/deletions.ts';
import { examples } from './shapes/examples.ts';
import { documentedFields } from './shapes/fields.ts';
import { plansHold } from './shapes/plans.ts';
import { secondLookAsked } from './shapes/second-look-asked.ts';
import { secondLookShown } from './shapes/second-look-shown.ts';
import { recorded } from './shapes/statements.ts';
import { expectFailure, expectShape, failing, pageIn, send } from './shapes/walk.ts';
import { makeWorld, type World } from './shapes/world.ts';

vi.mock('../../src/service/store/sqlite/sqlite-database.ts', async (original) => {
  const { forKysely } = await original<{ forKysely(native: unknown): SqliteDatabase }>();
  return { forKysely: (native: unknown) => recorded(forKysely(native)) };
});

let world: World;
beforeAll(async () => {
  world = await makeWorld(await openServed({ inPlaceFolders: [path.resolve('assets')] }));
});
afterAll(() => world.service.close());

describe('a walk over the contract', () => {
  it('[SHAPE-1] has an example of every operation, so that a new one brings its own', () => {
    expect(Object.keys(examples).sort()).toEqual([...operationIds].sort());
  });

  const built = operationIds.filter((id) => !examples[id].unbuilt);
  const reading = built.filter((id) => operationOf(id).method === 'GET');

  it.each(reading)('[SHAPE-1] %s answers what the contract says, and nothing else', async (id) => {
    const operation = operationOf(id);
    expectShape(operation, await send(world, operation, await examples[id].call(world)));
  });

  const arrays = reading.flatMap((id) =>
    Object.entries(operationOf(id).query.shape)
      .filter(([, schema]) => z.toJSONSchema(schema as z.ZodType).type === 'array')
      .map(([name, schema]) => [id, name, schema as z.ZodType] as const),
  );

  it('[SHAPE-2] finds the array parameters of the contract', () => {
    expect(arrays.map(([id, name]) => `${id} ${name}`)).toEqual(
      expect.arrayContaining([
        'thumbnail.list segment_ids',
        'thumbnail.list type',
        'segmentation.thumbnails type',
        'describe.get modalities',
        'deep-search.get include',
      ]),
    );
  });

  it.each(arrays)('[SHAPE-2] %s takes %s in all three spellings', async (id, name, schema) => {
    const operation = operationOf(id);
    const sent = await examples[id].call(world);
    const { items } = z.toJSONSchema(schema) as { items?: { enum?: string[] } };
    const [one, two = one] = items?.enum ?? [world.segment, world.segmentation];
    const ask = (query: string) => send(world, operation, { ...sent, query });
    const first = await ask(`${name}=${one},${two}`);
    expect(first.status, first.text).toBe(200);
    for (const query of [`${name}=${one}&${name}=${two}`, `${name}[]=${one}&${name}[]=${two}`])
      expect(unsigned((await ask(query)).text)).toBe(unsigned(first.text));
    const spaced = `${name}=${one},%20${two},`;
    expect(unsigned((await ask(spaced)).text)).toBe(unsigned(first.text));
    for (const query of [`${name}=x,${one}`, `${name}=${one}&${name}=x`, `${name}[]=x`]) {
      const refused = await ask(query);
      expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining(name)]);
    }
  });

  const dated = reading.flatMap((id) =>
    Object.keys(operationOf(id).query.shape)
      .filter((name) => /_(before|after)$/.test(name) && /^(created|added)/.test(name))
      .map((name) => [id, name] as const),
  );

  it.each(dated)('[SHAPE-1] %s takes %s as a day, or as a date-time with a zone', async (id, name) => {
    const operation = operationOf(id);
    const sent = await examples[id].call(world);
    const total = async (when: string) => {
      const answer = await send(world, operation, { ...sent, query: `${name}=${encodeURIComponent(when)}` });
      return answer.status === 200 ? answer.body.total : answer.body.error;
    };
    const all = (await send(world, operation, sent)).body.total;
    const [past, future] = name.endsWith('after') ? [all, 0] : [0, all];
    for (const when of ['2001-01-31', '2001-01-31T12:00:00Z', '2001-01-31T12:00:00.5+02:00'])
      expect(await total(when), when).toBe(past);
    for (const when of ['2999-01-31', '2999-01-31T12:00:00-05:00'])
      expect(await total(when), when).toBe(future);
    for (const when of ['2001-01-31T12:00:00', '2001-02-30', '31.01.2001', 'yesterday', ''])
      expect(await total(when), when).toContain(name);
  });

  const paged = reading.filter((id) => {
    const { shape } = operationOf(id).query;
    return 'limit' in shape && 'offset' in shape;
  });

  it.each(paged)(
    '[LIST-1] %s gives each item once over all pages, and says how many there are',
    async (id) => {
      const operation = operationOf(id);
      const sent = await examples[id].call(world);
      const page = async (limit: number, offset: number) =>
        pageIn(
          JSON.parse(
            (await send(world, operation, { ...sent, query: `limit=${limit}&offset=${offset}` })).text,
          ),
        );
      const whole = await page(100, 0);
      expect(whole, 'a page with a total').toBeDefined();
      const seen: unknown[] = [];
      for (let offset = 0; offset < (whole?.total ?? 0); offset += 1) {
        const one = await page(1, offset);
        expect(one?.total).toBe(whole?.total);
        seen.push(...(one?.items ?? []));
      }
      expect(unsigned(JSON.stringify(seen))).toBe(unsigned(JSON.stringify(whole?.items ?? [])));
      expect((await page(1, whole?.total ?? 0))?.items ?? []).toEqual([]);
    },
  );

  const failures = operationIds.flatMap((id) =>
    operationOf(id).errors.map((status) => [id, status] as const),
  );
  /** What cannot be had by a request alone (see test/service), and a look-up in a body that nothing reads so far. */
  const elsewhere = (id: OperationId, status: number) =>
    status === 402 ||
    ((id === 'file.upload' || id === 'transcript.put') && status === 413) ||
    (examples[id].unbuilt && status === 404 && operationOf(id).method === 'POST' && !namesIn(id));
  const namesIn = (id: OperationId) => Object.keys(operationOf(id).params.shape).length > 0;

  it.each(failures.filter(([id, status]) => !elsewhere(id, status)))(
    '[SHAPE-1] %s fails with %i as documented',
    async (id, status) => {
      const answer = async () => {
        const sent = await failing(id, status, world);
        if (!sent) throw new Error(`${id} documents ${status}, and no example ends with it`);
        return send(world, operationOf(id), sent);
      };
      let given = await answer();
      // A worker of the started binary may have ended meanwhile what stood in the way.
      for (let turn = 1; turn < 10 && status === 409 && given.status !== 409; turn += 1)
        given = await answer();
      expectFailure(operationOf(id), status, given);
    },
  );

  it.each(operationIds)('[SHAPE-1] %s fails with 401 without a token', async (id) => {
    const operation = operationOf(id);
    expectFailure(operation, 401, await send(world, operation, {}, { authorization: '' }));
  });

  const writing = built.filter((id) => operationOf(id).method !== 'GET');

  it.each(writing)('[SHAPE-1] %s answers what the contract says when it is done', async (id) => {
    const operation = operationOf(id);
    expectShape(operation, await send(world, operation, await examples[id].call(world)));
  });
});

secondLookShown(() => world);
secondLookAsked(() => world);
plansHold(() => world);
deletionsHold(() => world);

/** Signed addresses differ with the time they were made at. */
const unsigned = (text: string): string => text.replace(/\/m\/[^/"]+\//g, '/m/…/');

describe('the fields of the interface', () => {
  const { components } = openapi() as { components: { schemas: Record<string, Schema> } };

  it.each(Object.entries(documentedFields))(
    '[SHAPE-1] %s has those of the reference, and marked additions',
    (name, fields) => {
      const { properties = {} } = components.schemas[name] ?? {};
      const own = Object.entries(properties).filter(
        ([, { description }]) => !/addition of this service/.test(description ?? ''),
      );
      expect(own.map(([field]) => field).sort()).toEqual(fields.split(' ').sort());
    },
  );

  it('[SHAPE-1] are null in the places that the interface names, and nowhere else', () => {
    const found = Object.entries(components.schemas)
      .filter(([name]) => !name.endsWith('Input'))
      .flatMap(([name, schema]) => nullable(schema, name));
    expect(found.sort()).toEqual([
      'Collection.description',
      ...['error', 'results', 'scope', 'search_queries', 'text'].map((field) => `DeepSearch.${field}`),
      'FaceMatch.source_face_bounding_box',
      ...['bytes', 'metadata', 'source_metadata'].map((field) => `File.${field}`),
      ...MEDIA.map((field) => `MediaInfo.${field}`),
      'Share.media_download_expires_at',
      ...VIDEO.map((field) => `VideoInfo.${field}`),
    ]);
  });
});

const VIDEO = ['duration_seconds', 'format', 'has_audio', 'height', 'width'];
const MEDIA = [
  'bitrate',
  'channels',
  'duration_seconds',
  'format',
  'frame_rate',
  'has_audio',
  'height',
  'sample_rate',
  'timecode',
  'width',
];

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Paths in a schema whose value may be null. */
function nullable(schema: Schema, path: string): string[] {
  const parts = schema.anyOf ?? [];
  const own = parts.some(({ type }) => type === 'null') || [schema.type].flat().includes('null');
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    nullable(part, `${path}.${name}`),
  );
  const items = schema.items ? nullable(schema.items, `${path}[]`) : [];
  return [...(own ? [path] : []), ...inside, ...items];
}
