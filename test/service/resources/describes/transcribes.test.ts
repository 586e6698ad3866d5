import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { DescribeJob, TranscribeJob } from '../../../../src/contract/index.ts';
import { makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');
const SUBTITLES = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<v Ada>The ferry leaves at noon.\n';

let service: TestService;
let url: string;
beforeAll(async () => {
  const speech = { providers: ['sidecar'] as const };
  service = await openTestService({ speech });
  const subtitles = new Blob([SUBTITLES]);
  url = (await service.upload(await makeVideo(3), 'three.mp4', { subtitles })).body.uri;
  await service.drain();
});
afterAll(() => service.close());

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await service.call(method, path, body);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text) as Answer;
}

async function transcribed(body: object = {}): Promise<TranscribeJob> {
  const { job_id } = await ask<TranscribeJob>('POST', '/transcribe', { url, ...body });
  await service.drain();
  return ask('GET', `/transcribe/${job_id}`);
}

describe('a transcribe job', () => {
  it('[SHAPE-1] analyses the audio, and not the picture', async () => {
    const job = await transcribed();
    expect(job).toEqual({
      job_id: expect.any(String),
      status: 'completed',
      url,
      created_at: expect.any(Number),
      transcribe_config: {
        enable_summary: true,
        enable_speech: true,
        enable_scene_text: false,
        enable_visual_scene_description: false,
        enable_audio_description: false,
      },
      data: expect.objectContaining({
        title: 'The ferry leaves at noon',
        summary: '[0:00:01] Ada: “The ferry leaves at noon.”',
        speech: [expect.objectContaining({ speaker: 'Ada', start_time: 1, end_time: 2.5 })],
        scene_text: [],
        providers: { speech: 'sidecar' },
      }),
    });
  });

  it('reads the picture too on request', async () => {
    const { data } = await transcribed({ enable_visual_scene_description: true });
    expect(data?.visual_scene_description?.length).toBeGreaterThan(0);
  });

  it('can be returned as subtitles or text, and with its file', async () => {
    const { job_id } = await transcribed();
    const srt = await ask<TranscribeJob>('GET', `/transcribe/${job_id}?response_format=speech_srt`);
    expect(srt.data?.content).toMatch(/^1\n00:00:01,000 --> 00:00:02,765\nAda: The ferry/);
    const { file } = await ask<TranscribeJob>('GET', `/transcribe/${job_id}?include_metadata=true`);
    expect(file).toMatchObject({ filename: 'three.mp4', uri: url });
  });

  it('[SHAPE-1] is listed with others of its kind, without an offset', async () => {
    const { job_id } = await transcribed();
    const other = await ask<DescribeJob>('POST', '/describe', { url, enable_scene_text: false });
    await service.drain();
    const list = await ask<{ data: TranscribeJob[] }>('GET', '/transcribe?limit=1');
    expect(list).toMatchObject({ object: 'list', limit: 1, data: [{ job_id }] });
    expect(list).not.toHaveProperty('offset');
    const all = await ask<{ data: TranscribeJob[]; total: number }>('GET', '/transcribe?limit=100');
    expect(all.data).toHaveLength(all.total);
    expect(all.data.map((job) => job.job_id)).not.toContain(other.job_id);
    expect((await service.call('GET', `/transcribe/${other.job_id}`)).status).toBe(404);
  });

  it('is a describe job: it is read and deleted as one', async () => {
    const { job_id } = await transcribed();
    const same = await ask<DescribeJob>('GET', `/describe/${job_id}?include_shots=true`);
    expect(same).toMatchObject({ describe_config: { enable_scene_text: false }, duration_seconds: 3 });
    expect(same).not.toHaveProperty('shots');
    expect(await ask('DELETE', `/describe/${job_id}`)).toEqual({ id: job_id });
    expect((await service.call('GET', `/transcribe/${job_id}`)).status).toBe(404);
  });
});
