import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { LeaseLost } from '../../../../src/service/queue/queue.ts';
import { makeAudio, makeImage, makeVideo, startOfHarbour } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { jobsIn } from '../../../support/store.ts';
import { until } from '../../jobs/support.ts';

const it = needs('ffmpeg');

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

let made = 0;
async function collection(collection_type: string): Promise<string> {
  made += 1;
  return (await service.call('POST', '/collections', { name: `collection ${made}`, collection_type })).body
    .id;
}

const events = async () => {
  const rows = await service.context.db.selectFrom('events').select('event_type').orderBy('seq').execute();
  return rows.map(({ event_type }) => event_type);
};

describe('work requested before a file is ready', () => {
  it('is done in order, and each step is an event', async () => {
    const before = (await events()).length;
    const id = await collection('media-descriptions');
    const file = (await service.upload(await makeVideo(2), 'two.mp4')).body.id;
    await service.call('POST', `/collections/${id}/media`, { file_id: file });
    await service.drain();
    await service.call('DELETE', `/collections/${id}/videos/${file}`);
    await service.call('DELETE', `/files/${file}`);
    expect((await events()).slice(before)).toEqual([
      'file.job.processing',
      'file.job.completed',
      'segment.job.processing',
      'segment.job.completed',
      'collection.file.job.processing',
      'collection.file.job.completed',
      'collection.file.job.deleted',
      'file.job.deleted',
    ]);
  });

  it('fails with a reason if the media turns out not to allow it', async () => {
    const id = await collection('metadata');
    const sound = (await service.upload(await makeAudio(2), 'two.wav')).body.id;
    const late = { strategy: 'manual', manual_config: { segments: [{ start_time: 5, end_time: 9 }] } };
    const added = await service.call('POST', `/collections/${id}/media`, {
      file_id: sound,
      segmentation_config: late,
    });
    expect(added.status).toBe(200);
    await service.drain();
    const member = await service.call('GET', `/collections/${id}/videos/${sound}`);
    expect(member.body).toMatchObject({ status: 'failed', searchable_status: 'failed' });
    expect(member.body.error).toMatch(/out of range.*2 seconds/);
    expect(member.body.segmentation).toBeUndefined();
  });

  it('does not apply to an image, and the segmentation says so', async () => {
    const image = (await service.upload(await makeImage(), 'still.png')).body.id;
    const sent = await service.call('POST', `/files/${image}/segmentations`, { strategy: 'uniform' });
    await service.drain();
    const { body } = await service.call('GET', `/segmentations/${sent.body.segmentation_id}`);
    expect(body).toMatchObject({
      status: 'not_applicable',
      error: expect.stringMatching(/image/),
      total_segments: 0,
    });
  });
});

describe('a file that is removed while it is analysed', () => {
  it('leaves nothing behind, and its job can no longer write', async () => {
    const id = await collection('media-descriptions');
    const file = (await service.upload(await makeAudio(1), 'one.wav')).body.id;
    await service.drain();
    const { body } = await service.call('POST', `/files/${file}/segmentations`, { strategy: 'uniform' });
    await service.drain();
    await service.call('POST', `/collections/${id}/media`, {
      file_id: file,
      segmentation_id: body.segmentation_id,
    });
    const job = await service.context.queue.claim({ workerId: 'slow', leaseMs: 60_000 });
    expect(job).toMatchObject({ kind: 'collection-file.process', payload: { file_id: file } });
    await service.call('DELETE', `/collections/${id}/videos/${file}`);
    if (job) await expect(service.context.queue.complete(job)).rejects.toBeInstanceOf(LeaseLost);
    await service.call('POST', `/collections/${id}/media`, { file_id: file });
    await service.drain();
    expect((await service.call('GET', `/collections/${id}/videos/${file}`)).body.status).toBe('completed');
  });
});

describe('a second collection', () => {
  it('reuses the existing segmentation and results', async () => {
    const subtitles = new Blob(['1\n00:00:00,500 --> 00:00:01,500\nThe lighthouse is lit.\n']);
    const file = (await service.upload(await makeVideo(3), 'lit.mp4', { subtitles })).body.id;
    const ids = [await collection('media-descriptions'), await collection('media-descriptions')];
    for (const id of ids) await service.call('POST', `/collections/${id}/media`, { file_id: file });
    await service.drain();
    const [one, two] = await Promise.all(
      ids.map((id) => service.call('GET', `/collections/${id}/videos/${file}`)),
    );
    expect(two?.body.segmentation.id).toBe(one?.body.segmentation.id);
    const hash = (
      await service.context.db
        .selectFrom('files')
        .select('content_hash')
        .where('id', '=', file)
        .executeTakeFirstOrThrow()
    ).content_hash;
    const results = await service.context.db
      .selectFrom('analysis_results')
      .select('analysis')
      .where('content_hash', '=', hash ?? '')
      .execute();
    expect(results.map(({ analysis }) => analysis).sort()).toEqual([
      'marks',
      'scene_text',
      'shots',
      'speech',
      'visual_scene_description',
    ]);
  });
});

describe('earlier results', () => {
  it('are reused without the media, which may even be gone', async () => {
    const subtitles = new Blob(['1\n00:00:00,500 --> 00:00:01,500\nThe lighthouse is lit.\n']);
    const file = (await service.upload(await makeVideo(3), 'again.mp4', { subtitles })).body.id;
    const ids = [await collection('media-descriptions'), await collection('media-descriptions')];
    await service.call('POST', `/collections/${ids[0]}/media`, { file_id: file });
    await service.drain();
    await rm(await service.context.objects.path(`files/${file}/original`));
    await service.call('POST', `/collections/${ids[1]}/media`, { file_id: file });
    await service.drain();
    const [one, two] = await Promise.all(
      ids.map((id) => service.call('GET', `/collections/${id}/videos/${file}/media-descriptions`)),
    );
    expect(one?.text).toContain('seconds.');
    expect(JSON.parse(two?.text ?? '')).toEqual({ ...JSON.parse(one?.text ?? ''), collection_id: ids[1] });
  });
});

describe('a file that is being analysed', () => {
  it('[MEM-1] shows its progress while it runs, and none when it is done', async () => {
    const id = await collection('media-descriptions');
    const file = (await service.upload(await startOfHarbour(16), 'harbour.mp4')).body.id;
    await service.call('POST', `/collections/${id}/media`, { file_id: file });
    const seen: { stage: string; done: number; total: number }[] = [];
    const draining = service.drain();
    await until(async () => {
      const { body } = await service.call('GET', `/collections/${id}/videos/${file}`);
      const { progress } = body as unknown as { progress?: (typeof seen)[number] };
      if (progress) {
        expect(body.status).toBe('processing');
        seen.push(progress);
      }
      return body.status === 'completed';
    }, 'the end of the collection file');
    await draining;
    const { body } = await service.call('GET', `/collections/${id}/videos?limit=1`);
    expect(body.data[0]).not.toHaveProperty('progress');
    expect(seen.length).toBeGreaterThan(0);
    for (const { stage, done, total } of seen) {
      expect(stage).toMatch(/speech|scene text|visual scene description|shots/);
      expect(done).toBeLessThan(total);
    }
  });
});

describe('a file that is renamed', () => {
  it('is found by the new name, and not by the old', async () => {
    const id = await collection('media-descriptions');
    const file = (await service.upload(await makeVideo(1), 'walrus.mp4')).body.id;
    await service.call('POST', `/collections/${id}/media`, { file_id: file });
    await service.drain();
    const found = async (query: string) => {
      const { body } = await service.call('POST', '/search', { query, scope: 'file', collections: [id] });
      return (body as unknown as { results: { file_id: string }[] }).results.map(({ file_id }) => file_id);
    };
    expect(await found('walrus')).toEqual([file]);
    await service.call('PUT', `/files/${file}`, { filename: 'pelican.mp4' });
    expect(await found('pelican')).toEqual([file]);
    expect(await found('walrus')).toEqual([]);
  });
});

describe('a file that is deleted while it waits', () => {
  it('takes its jobs with it, and so does a collection', async () => {
    const id = await collection('media-descriptions');
    const file = (await service.upload(await makeVideo(1), 'gone.mp4')).body.id;
    await service.drain();
    await service.call('POST', `/collections/${id}/media`, { file_id: file });
    expect(await service.context.queue.size()).toBe(1);
    await service.call('DELETE', `/files/${file}`);
    const kinds = new Set((await jobsIn(service.context.db)).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['deletion.finish', 'object.delete']);
    await service.drain();
    const other = (await service.upload(await makeVideo(1), 'stays.mp4')).body.id;
    await service.call('POST', `/collections/${id}/media`, { file_id: other });
    await service.drain();
    const last = await collection('metadata');
    await service.call('POST', `/collections/${last}/media`, { file_id: other });
    await service.call('DELETE', `/collections/${last}`);
    await service.drain();
    const left = await jobsIn(service.context.db);
    expect(left.filter(({ kind }) => kind === 'collection-file.process')).toEqual([]);
  });
});
