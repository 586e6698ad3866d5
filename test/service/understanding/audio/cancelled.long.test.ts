import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { make, picture, tempFolder } from '../../../media/support.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const { at, drop } = await tempFolder();
let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(async () => {
  await service.close();
  await drop();
});

/** Six seconds of silence with a sound of changing loudness from 2 to 4. */
const SOUND = [
  '-f',
  'lavfi',
  '-i',
  "aevalsrc='if(between(t,2,4),0.4*sin(2*PI*440*t)*(0.6+0.4*sin(2*PI*3*t)),0)':d=6:s=48000:c=mono",
];
const mixed = (filter: string) => [...SOUND, '-filter_complex', `[0]${filter}[out]`, '-map', '[out]'];
const INVERTED = 'asplit[a][b];[b]volume=-1[c];[a][c]join=inputs=2:channel_layout=stereo';
const only = (channel: string) =>
  `pan=5.1|${['FL', 'FR', 'FC', 'LFE', 'BL', 'BR'].map((one) => `${one}=${one === channel ? 1 : 0}*c0`).join('|')}`;

/** Each input, and what makes it. */
const INPUTS: readonly [name: string, args: readonly string[]][] = [
  ['inverted.flac', mixed(INVERTED)],
  ['inverted.m4a', [...mixed(INVERTED), '-c:a', 'aac', '-b:a', '192k']],
  ['nearly inverted.ogg', mixed(INVERTED.replace('-1', '-0.8'))],
  ['inverted and late.wav', mixed(INVERTED.replace('volume=-1', 'volume=-1,adelay=0.2'))],
  ['inverted at its end.wav', mixed(INVERTED.replace('volume=-1', "volume='if(gte(t,3),-1,1)':eval=frame"))],
  ['right only.mp3', mixed('pan=stereo|FL=0*c0|FR=c0')],
  ['centre.ac3', [...mixed(only('FC')), '-b:a', '384k']],
  ['one surround.m4a', [...mixed(only('BL')), '-c:a', 'aac', '-b:a', '384k']],
  ['surrounds inverted.flac', mixed(only('BL').replace('BR=0*c0', 'BR=-1*c0'))],
  [
    'second track.mp4',
    [
      ...picture(6, '5', '64x48'),
      ...['-f', 'lavfi', '-i', 'anullsrc=r=48000:d=6', ...SOUND],
      ...['-map', '0:v', '-map', '1:a', '-map', '2:a', '-t', '6', '-c:a', 'aac'],
    ],
  ],
];

interface Fact {
  text: string;
  start_time: number;
  end_time: number;
}

it.each(INPUTS)('sound that a plain mean would lose is heard in its seconds: %s', async (name, args) => {
  await make(...args, at(name));
  const { body } = await service.upload(await readFile(at(name)), name);
  const wanted = { enable_speech: false, enable_audio_description: true };
  const started = await service.call('POST', '/describe', { url: body.uri, ...wanted });
  await service.drain();
  const { job_id } = JSON.parse(started.text) as { job_id: string };
  const job = JSON.parse((await service.call('GET', `/describe/${job_id}`)).text);
  expect(job.status, job.error).toBe('completed');
  const facts = job.data.audio_description as Fact[];
  const silent = facts.filter(({ text }) => /silen/i.test(text));
  const isSilentAt = (second: number) =>
    silent.some(({ start_time: start, end_time: end }) => start <= second && second < end);
  expect([1, 3, 5.5].map(isSilentAt), JSON.stringify(facts)).toEqual([true, false, true]);
});
