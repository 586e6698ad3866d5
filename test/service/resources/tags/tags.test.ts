import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';
import { addSegment } from '../shares/support.ts';

let service: TestService;
let file: string;
let other: string;
const nobody = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  service = await openTestService();

  file = (await service.upload('first', 'a.txt')).body.id;
  other = (await service.upload('second', 'b.txt')).body.id;
});
afterAll(() => service.close());

const create = (body: object) => service.call('POST', '/tags', body);

describe('tags', () => {
  it('on a file have label, value, and type file', async () => {
    const made = await create({ label: 'topic', value: 'tides', file_id: file });
    expect(made.status).toBe(200);
    expect(made.body).toEqual({
      id: expect.any(String),
      label: 'topic',
      value: 'tides',
      type: 'file',
      file_id: file,
    });
    expect((await service.call('GET', `/tags/${made.body.id}`)).body).toEqual(made.body);
  });

  it('on a segment have type segment, and only a segment of that file', async () => {
    const segment = await addSegment(service, file, 1, 2);
    const made = await create({ label: 'scene', value: 'fog', file_id: file, segment_id: segment });
    expect(made.body).toMatchObject({ type: 'segment', segment_id: segment });
    const foreign = await create({ label: 'scene', value: 'fog', file_id: other, segment_id: segment });
    expect(foreign.status).toBe(404);
    expect(foreign.body.error).toContain(segment);
  });

  it('[SHAPE-1] are listed for a file with its segments, and for one segment alone', async () => {
    const own = (await service.upload('third', 'c.flac')).body.id;
    const segment = await addSegment(service, own, 1, 2);
    const bare = await addSegment(service, own, 2, 3);
    const whole = (await create({ label: 'topic', value: 'tides', file_id: own })).body;
    const part = (await create({ label: 'scene', value: 'fog', file_id: own, segment_id: segment })).body;
    const list = async (path: string) => (await service.call('GET', `/files/${path}`)).body;
    const all = await list(`${own}/tags`);
    expect(all).toMatchObject({ object: 'list', total: 2, limit: 100, offset: 0 });
    expect(all.data).toHaveLength(2);
    expect(all.data).toEqual(expect.arrayContaining([whole, part]));
    expect((await list(`${own}/tags?type=file`)).data).toEqual([whole]);
    expect((await list(`${own}/tags?limit=1&offset=1`)).data).toEqual([all.data[1]]);
    expect((await list(`${own}/segments/${segment}/tags`)).data).toEqual([part]);
    expect((await list(`${own}/segments/${bare}/tags`)).total).toBe(0);
    for (const path of [
      `${nobody}/tags`,
      `${own}/segments/${nobody}/tags`,
      `${other}/segments/${segment}/tags`,
    ])
      expect((await service.call('GET', `/files/${path}`)).status).toBe(404);
  });

  it.each([
    [{ value: 'x' }, 400, 'label'],
    [{ label: 'x' }, 400, 'value'],
    [{ label: '', value: 'x' }, 400, 'label'],
    [{ label: 'x', value: 'x', file_id: 'no-uuid' }, 400, 'file_id'],
    [{ label: 'x', value: 'x', file_id: nobody }, 404, nobody],
  ])('refuses %j', async (body, status, named) => {
    const answer = await create({ file_id: file, ...body });
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(named);
  });

  it('update the given fields and keep the rest', async () => {
    const { id } = (await create({ label: 'who', value: 'keeper', file_id: file })).body;
    expect((await service.call('PUT', `/tags/${id}`, { value: 'narrator' })).body).toMatchObject({
      id,
      label: 'who',
      value: 'narrator',
    });
    expect((await service.call('PUT', `/tags/${id}`, {})).body.value).toBe('narrator');
  });

  it('[DEL-3] return {id} when deleted, and are gone', async () => {
    const { id } = (await create({ label: 'old', value: 'x', file_id: file })).body;
    const gone = await service.call('DELETE', `/tags/${id}`);
    expect(gone.status).toBe(200);
    expect(gone.body).toEqual({ id });
    expect((await service.call('GET', `/tags/${id}`)).status).toBe(404);
    const again = await service.call('DELETE', `/tags/${id}`);
    expect(again.status).toBe(404);
    expect(again.body.error).toContain(id);
  });

  it('[LIST-1] are each listed once over all pages, and filtered by type and file', async () => {
    for (let i = 0; i < 7; i++) await create({ label: 'page', value: `${i}`, file_id: other });
    const seen: string[] = [];
    let total = Number.POSITIVE_INFINITY;
    for (let offset = 0; offset < total; offset += 3) {
      const { body } = await service.call('GET', `/tags?file_id=${other}&type=file&limit=3&offset=${offset}`);
      expect(body).toMatchObject({ object: 'list', limit: 3, offset, total: 7 });
      total = body.total;
      seen.push(...body.data.map(({ value }: { value: string }) => value));
    }
    expect(seen.sort()).toEqual(['0', '1', '2', '3', '4', '5', '6']);
    const segments = await service.call('GET', `/tags?type=segment&file_id=${file}`);
    expect(segments.body.data.map(({ type }: { type: string }) => type)).toEqual(['segment']);
    expect((await service.call('GET', '/tags?type=film')).status).toBe(400);
  });

  it('of another account are not found', async () => {
    const { id } = (await create({ label: 'mine', value: 'x', file_id: file })).body;
    const headers = { authorization: `Bearer ${await strangerToken(service)}` };
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        (await service.call(method, `/tags/${id}`, method === 'PUT' ? {} : undefined, headers)).status,
      ).toBe(404);
    expect((await service.call('GET', '/tags', undefined, headers)).body.total).toBe(0);
  });
});
