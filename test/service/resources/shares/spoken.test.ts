/** What is said in a share: on its page, in its captions, and only inside its window. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { make } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addSegment, share, visit } from './support.ts';

const it = needs('ffmpeg');
const HTML = { accept: 'text/html' };
const LINES = ['One is here.', '<b onclick="x()">Two</b> & more.', 'Three < four.', 'Four is here.'];
const stamp = (second: number) => `00:00:0${second},000`;
const SUBTITLES = LINES.map((text, i) => `${i + 1}\n${stamp(i)} --> ${stamp(i + 1)}\n${text}\n`).join('\n');
let service: TestService;
let file: string;

beforeAll(async () => {
  service = await openTestService();
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-pix_fmt', 'yuv420p'];
  const film = await make(['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=4', ...codec], 'mp4');
  file = (await service.upload(film, 'a.mp4', { subtitles: new Blob([SUBTITLES]) })).body.id;
});
afterAll(() => service.close());

const besides = async (stream: string, name: string) => {
  const answer = await visit(service, stream.replace(/index\.m3u8$/, name));
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

describe('what is said in a share', () => {
  it('is not on a page whose file was not analysed', async () => {
    const { share_url, stream_url } = await share(service, { file_id: file });
    const text = await (await visit(service, share_url, HTML)).text();
    expect(text).not.toContain('<aside');
    expect(text).not.toContain('<track');
    expect(await besides(stream_url, 'captions.vtt')).toMatchObject({ status: 200, text: 'WEBVTT\n' });
  });

  it('[SAFE-5] is its transcript and its captions once it is analysed, with hostile texts as text', async () => {
    await service.call('POST', '/transcribe', { url: `vau://files/${file}` });
    await service.drain();
    const { share_url, stream_url } = (await service.call('GET', '/share')).body.data[0] ?? {};
    const text = await (await visit(service, share_url ?? '', HTML)).text();
    for (const one of ['One is here.', 'Three &lt; four.', 'Four is here.']) expect(text).toContain(one);
    expect(text).not.toContain('<b onclick');
    const src = /<track kind="captions"[^>]* src="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(src).toMatch(/\/stream\/captions\.vtt$/);
    const { type, text: vtt } = await besides(stream_url ?? '', 'captions.vtt');
    expect(type).toContain('text/vtt');
    expect(vtt).toContain('\n00:00:02.000 --> 00:00:03.000\nThree &lt; four.\n');
    expect(vtt.match(/^.* --> .*$/gm)).toHaveLength(4);
    expect(vtt).not.toContain('<b ');
  });

  it('is marked where the recogniser was not sure of it', async () => {
    const { db } = service.context;
    const { result, id } = await db
      .selectFrom('describes')
      .select(['result', 'id'])
      .executeTakeFirstOrThrow();
    const doubted = String(result).replace(
      '"text":"One is here."',
      '"text":"One is here.","confidence":0.62',
    );
    await db.updateTable('describes').set({ result: doubted }).where('id', '=', id).execute();
    const { share_url, stream_url } = (await service.call('GET', '/share')).body.data[0] ?? {};
    const page = await (await visit(service, share_url ?? '', HTML)).text();
    expect(page).toMatch(/<span class="words quiet"[^>]*>~ One is here\.</);
    expect(page).toContain('<span class="words">Four is here.</span>');
    const { text: vtt } = await besides(stream_url ?? '', 'captions.vtt');
    expect(vtt).toContain('\n~ One is here.\n');
    expect(vtt).toContain('\nFour is here.\n');
    const job = `/transcribe/${id}`;
    const asText = await service.call('GET', `${job}?response_format=speech_text`);
    expect(asText.body).toMatchObject({ data: { content: expect.stringMatching(/^~ One is here\.\nTwo/) } });
    expect((await service.call('GET', job)).body).toMatchObject({
      data: {
        speech: expect.arrayContaining([expect.objectContaining({ text: 'One is here.', confidence: 0.62 })]),
      },
    });
  });

  it('of a clip or a segment is only what is said in it, with its own times', async () => {
    const { id } = (await service.call('GET', '/share')).body.data[0] ?? {};
    const clip = (await service.call('GET', `/share/${id}?clip_start=1.5&clip_end=3`)).body;
    const segment = await addSegment(service, file, 1.5, 3);
    const part = await share(service, { file_id: file, file_segment_id: segment, visibility: 'private' });
    for (const { stream_url } of [clip, part]) {
      const { text } = await besides(stream_url, 'captions.vtt');
      expect(text.match(/^.* --> .*$/gm)).toEqual([
        '00:00:00.000 --> 00:00:00.500',
        '00:00:00.500 --> 00:00:01.500',
      ]);
      expect(text).not.toMatch(/One|Four/);
    }
  });

  it('of a line that a clip cuts is only the words that are spoken in it, when they are', async () => {
    const { db } = service.context;
    const jobs = db.selectFrom('describes').select(['result', 'id']);
    const { result, id } = await jobs.executeTakeFirstOrThrow();
    const stored = JSON.parse(String(result));
    Object.assign(stored.lines[2], {
      text: 'Three comes before four, here.',
      words: ['Three', 'comes', 'before', 'four,', 'here.'].map((word, at) => ({
        ...{ word, start: 2 + at / 5, end: 2.2 + at / 5 },
      })),
    });
    await db
      .updateTable('describes')
      .set({ result: JSON.stringify(stored) })
      .where('id', '=', id)
      .execute();
    const [shared] = (await service.call('GET', '/share?visibility=public')).body.data;
    const clip = async (from: number, to: number) => {
      const where = `/share/${shared?.id}?clip_start=${from}&clip_end=${to}`;
      const { text } = await besides((await service.call('GET', where)).body.stream_url, 'captions.vtt');
      return text
        .replaceAll(/<[^>]*>/g, '')
        .trim()
        .split('\n')
        .slice(2);
    };
    expect(await clip(2.55, 3)).toEqual(['00:00:00.050 --> 00:00:00.450', 'four, here.']);
    expect(await clip(1.6, 2.5)).toEqual([
      '00:00:00.000 --> 00:00:00.400',
      expect.stringContaining('Two'),
      '',
      '00:00:00.400 --> 00:00:00.900',
      'Three comes',
    ]);
  });

  it('of a private share opens with its stream only', async () => {
    const { stream_url } = (await service.call('GET', '/share?visibility=private')).body.data[0] ?? {};
    const url = stream_url ?? '';
    expect((await besides(url, 'captions.vtt')).status).toBe(200);
    expect((await besides(url.replace(/\/m\/[^/]+/, '/m/public'), 'captions.vtt')).status).toBe(403);
    expect((await besides(url, 'other.vtt')).status).toBe(404);
  });
});
