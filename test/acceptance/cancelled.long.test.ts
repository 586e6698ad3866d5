/** Sound that a mean of its channels would lose: it is heard by the recogniser, in the stream, and as no silence, in its seconds. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import { make, picture, tempFolder } from '../media/support.ts';
import { fetchStream } from '../support/clock.ts';
import { type Loopback, loopback } from '../support/loopback.ts';
import { locate, needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';

const it = needs('ffmpeg');
const { dir, at, drop } = await tempFolder();
let service: Serving;
let recogniser: Loopback;
beforeAll(async () => {
  recogniser = await loopback(async ({ body }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(heard(body)));
  });
  service = await serving({ env: { VAU_SPEECH_URL: `${recogniser.url}/v1` } });
});
afterAll(async () => {
  await service.stop();
  await recogniser.close();
  await drop();
});

/** Level of a voice that is heard, of 32,768. */
const LOUD = 1500;

/** What a recogniser hears of the WAV file in a form, of 16 kHz: a line from its first loud sample to the last. */
function heard(form: Buffer): object {
  const from = form.indexOf('data', form.indexOf('WAVEfmt')) + 8;
  const samples = Array.from({ length: form.readUInt32LE(from - 4) / 2 }, (_, n) =>
    form.readInt16LE(from + 2 * n),
  );
  const isLoud = (sample: number) => Math.abs(sample) > LOUD;
  const [start, end] = [samples.findIndex(isLoud), samples.findLastIndex(isLoud)].map((one) => one / 16_000);
  return { text: SAID, segments: samples.some(isLoud) ? [{ text: SAID, start, end }] : [] };
}

const SAID = 'The meeting starts on Monday at nine.';
/** Six seconds of silence with a sentence from 2 to 4. */
const SOUND = [
  '-f',
  'lavfi',
  '-i',
  `flite=voice=slt:text='${SAID}',volume=2,silenceremove=1:0:-35dB,adelay=2000,apad=whole_dur=6,aresample=48000`,
];
const mixed = (filter: string, more: readonly string[] = []) => [
  ...SOUND,
  ...more,
  '-filter_complex',
  `[0]${filter}[out]`,
  '-map',
  '[out]',
];
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
  [
    'inverted.mkv',
    [...mixed(INVERTED, picture(6, '5', '64x48')), '-map', '1:v', '-c:a', 'libopus', '-b:a', '128k'],
  ],
  ['inverted.ts', [...mixed(INVERTED.replace('-1', '-0.9')), '-c:a', 'mp2', '-b:a', '256k']],
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

/** Whether one of two channels has sound around some seconds of a stream. */
async function audible(url: string, seconds: readonly number[]): Promise<boolean[]> {
  const { pieces } = await fetchStream(url, fetch, dir, 'stream');
  const args = [
    '-nostdin',
    '-v',
    'error',
    '-i',
    pieces[0] ?? '',
    '-vn',
    '-ac',
    '2',
    '-ar',
    '8000',
    '-f',
    's16le',
    '-',
  ];
  const options = { encoding: 'buffer', maxBuffer: 1 << 26 } as const;
  const { stdout } = await promisify(execFile)(locate('ffmpeg'), args, options);
  return seconds.map((second) => {
    const around = stdout.subarray((second - 0.4) * 32_000, (second + 0.4) * 32_000);
    return Array.from({ length: around.length / 2 }, (_, n) => Math.abs(around.readInt16LE(2 * n))).some(
      (one) => one > LOUD,
    );
  });
}

it.each(INPUTS)('sound that a plain mean would lose is heard in its seconds: %s', async (name, args) => {
  await make(...args, at(name));
  const { body } = await service.upload(await readFile(at(name)), name);
  const wanted = { enable_speech: true, enable_audio_description: true, enable_summary: false };
  const { job_id } = (await service.call('POST', '/describe', { url: body.uri, ...wanted })).body;
  const job = await service.settled(`/describe/${job_id}`);
  expect(job.status, String(job.error)).toBe('completed');
  const { speech, audio_description: facts } = job.data as unknown as Record<string, Fact[]>;
  expect(speech?.map(({ text, start_time }) => [text, Math.round(start_time * 5) / 5])).toEqual([[SAID, 2]]);
  const silent = facts?.filter(({ text }) => /silen/i.test(text)) ?? [];
  const isSilentAt = (second: number) =>
    silent.some(({ start_time: start, end_time: end }) => start <= second && second < end);
  expect([1, 3, 5.5].map(isSilentAt), JSON.stringify(facts)).toEqual([true, false, true]);
  // A stream plays the first track, as players do.
  if (name.startsWith('second track')) return;
  const share = await service.call('POST', '/share', { file_id: body.id });
  const { stream_url } = await service.settled(`/share/${share.body.id}`);
  expect(await audible(String(stream_url), [1, 3, 5.5])).toEqual([false, true, false]);
});
