import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { needs } from '../../../support/programs.ts';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';
import { addSegment, film, share } from './support.ts';

const it = needs('ffmpeg');
let service: TestService;
let file: string;
let segment: string;

beforeAll(async () => {
  service = await openTestService();
  file = (await service.upload(await film(), 'harbour.mp4')).body.id;
  segment = await addSegment(service, file, 6, 9);
});
afterEach(async () => {
  for (const { id } of (await service.call('GET', '/share')).body.data) await remove(id);
});
afterAll(() => service.close());

const create = (body: object) => service.call('POST', '/share', { file_id: file, ...body });
const remove = (id: string) => service.call('DELETE', `/share/${id}`);

describe('shares', () => {
  it('[SHARE-1] accepts every documented field, and needs only file_id', async () => {
    const alone = await create({});
    expect(alone.status).toBe(200);
    expect(alone.body).toMatchObject({ visibility: 'public', link_preview: 'none', status: 'pending' });
    await remove(alone.body.id);
    const given = {
      file_segment_id: segment,
      title: 'The lamp',
      description: 'Seconds 6 to 9',
      metadata: { reel: 1, tags: ['light'] },
      visibility: 'private',
      link_preview: 'player',
    };
    const { body } = await create(given);
    expect(body).toMatchObject(given);
    for (const [field, value] of [
      ['visibility', 'secret'],
      ['link_preview', 'big'],
      ['title', 7],
      ['metadata', 'text'],
      ['file_id', undefined],
    ] as const) {
      const refused = await create({ [field]: value });
      expect(refused.status).toBe(400);
      expect(refused.body.error).toContain(field);
    }
  });

  it('[SHARE-2] has the documented fields, all of them once it is completed', async () => {
    const made = await share(service, { file_id: file, title: 'Harbour', metadata: { a: 1 } });
    expect(made).toEqual({
      id: expect.any(String),
      object: 'share',
      file_id: file,
      asset_type: 'file',
      title: 'Harbour',
      metadata: { a: 1 },
      visibility: 'public',
      link_preview: 'none',
      created_at: expect.any(Number),
      preview_url: expect.stringMatching(/^http.*\.jpg$/),
      media_download_url: expect.stringMatching(/^http.*harbour\.mp4$/),
      media_download_expires_at: null,
      share_url: expect.stringMatching(/^http.*\/s\//),
      stream_url: expect.stringMatching(/^http.*\.m3u8$/),
      status: 'completed',
    });
  });

  it('[SHARE-3] asset_type is file_segment exactly if a segment was given', async () => {
    const [whole, part] = [await create({}), await create({ file_segment_id: segment })];
    expect(whole.body.asset_type).toBe('file');
    expect(whole.body).not.toHaveProperty('file_segment_id');
    expect(part.body).toMatchObject({ asset_type: 'file_segment', file_segment_id: segment });
  });

  it('[SHARE-5] visibility cannot be changed; texts, metadata and link_preview can', async () => {
    const { body: before } = await create({ title: 'one', visibility: 'private' });
    const refused = await service.call('PUT', `/share/${before.id}`, { visibility: 'public', title: 'two' });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain('visibility');
    expect((await service.call('GET', `/share/${before.id}`)).body).toMatchObject({
      visibility: 'private',
      title: 'one',
    });
    const changes = { title: 'two', description: 'new', metadata: { b: 2 }, link_preview: 'full' };
    const changed = await service.call('PUT', `/share/${before.id}`, changes);
    expect(changed.body).toMatchObject({ ...changes, visibility: 'private', share_url: before.share_url });
  });

  it('[SHARE-6] [ERR-4] one active share per visibility and asset, each with its own URL', async () => {
    const first = await create({});
    const second = await create({ title: 'another' });
    expect(second.status).toBe(409);
    expect(second.body).toEqual({ error: expect.stringContaining(file) });
    // It names the existing share, and its URL; commands and methods are the client's to know.
    expect(second.body.error).toContain(`share ${first.body.id}, ${first.body.share_url}`);
    expect(second.body.error).not.toMatch(/\b(GET|POST|PUT|DELETE)\b/);
    const others = [
      await create({ visibility: 'private' }),
      await create({ file_segment_id: segment }),
      await create({ file_segment_id: segment, visibility: 'private' }),
    ];
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const [visibility, there] of [
      ['public', others[1]],
      ['private', others[2]],
    ] as const) {
      const refused = await create({ file_segment_id: segment, visibility });
      expect(refused.status).toBe(409);
      expect(refused.body.error).toContain(`share ${there?.body.id}, `);
    }
    const urls = [first, ...others].map(({ body }) => body.share_url);
    expect(new Set(urls).size).toBe(4);
    expect((await service.call('GET', `/share/${first.body.id}`)).body.share_url).toBe(first.body.share_url);

    expect((await remove(first.body.id)).body).toEqual({ id: first.body.id, object: 'share' });
    const again = await create({});
    expect(again.status).toBe(200);
  });

  it('[ERR-4] of many requested at once, one is created', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({})));
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  it('is deleted with its packaged stream', async () => {
    const { id } = await share(service, { file_id: file });
    expect(await service.context.objects.size(`shares/${id}/index.m3u8`)).toBeGreaterThan(0);
    await remove(id);
    await service.drain();
    expect(await service.context.objects.size(`shares/${id}/index.m3u8`)).toBeUndefined();
    expect((await service.call('GET', `/share/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  it('reports why it failed if the file is not media, and leaves its place free', async () => {
    const broken = (await service.upload('this is not a film', 'notes.mp4')).body.id;
    const { body } = await service.call('POST', '/share', { file_id: broken });
    await service.drain();
    const failed = (await service.call('GET', `/share/${body.id}`)).body;
    expect(failed.status).toBe('failed');
    expect(failed.error).toMatch(/\w{3}/);
    expect(failed).not.toHaveProperty('stream_url');
    const again = await service.call('POST', '/share', { file_id: broken });
    expect(again.status).toBe(400);
    expect(again.body.error).toContain('failed');
  });

  it('is not found by another account, nor its file or segment', async () => {
    const { body } = await create({});
    const headers = { authorization: `Bearer ${await strangerToken(service)}` };
    const calls = [
      await service.call('GET', `/share/${body.id}`, undefined, headers),
      await service.call('PUT', `/share/${body.id}`, { title: 'x' }, headers),
      await service.call('DELETE', `/share/${body.id}`, undefined, headers),
      await service.call('POST', '/share', { file_id: file }, headers),
    ];
    expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await service.call('GET', '/share', undefined, headers)).body.total).toBe(0);
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect((await create({ file_segment_id: nobody })).status).toBe(404);
  });

  it('[LIST-1] each once over all pages; file, segment, visibility and day filter the list', async () => {
    const made: string[] = [];
    for (const file_segment_id of [undefined, segment])
      for (const visibility of ['public', 'private'])
        made.push((await create({ file_segment_id, visibility })).body.id);
    const ids = async (query: string) => {
      const { body } = await service.call('GET', `/share?${query}`);
      expect(body.object).toBe('list');
      return { total: body.total, ids: body.data.map(({ id }: { id: string }) => id) as string[] };
    };
    const pages = [
      await ids(`file_id=${file}&limit=3`),
      await ids(`file_id=${file}&limit=3&offset=3`),
      await ids(`file_id=${file}&limit=3&offset=6`),
    ];
    expect(pages.map(({ total }) => total)).toEqual([4, 4, 4]);
    expect(pages.flatMap((page) => page.ids).sort()).toEqual([...made].sort());
    expect((await ids('visibility=private')).total).toBe(2);
    expect((await ids(`file_segment_id=${segment}&visibility=public`)).ids).toEqual([made[2]]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await ids(`created_after=${today}`)).total).toBe(4);
    expect((await ids(`created_before=${today}`)).total).toBe(0);
  });

  it.each([
    ['clip_start=3', 'clip_end'],
    ['clip_end=3', 'clip_start'],
    ['clip_start=5&clip_end=5', 'clip_end'],
    ['clip_start=-1&clip_end=5', 'clip_start'],
    ['clip_start=5&clip_end=5000', 'clip_end'],
    ['clip_start=x&clip_end=5', 'clip_start'],
  ])('refuses the clip %s', async (query, named) => {
    const { id } = await share(service, { file_id: file });
    const refused = await service.call('GET', `/share/${id}?${query}`);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain(named);
  });
});
