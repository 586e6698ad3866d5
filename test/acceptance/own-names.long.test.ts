/** Files whose names mean something to ffmpeg, a shell, a terminal or an address: each is probed, uploaded, listed, shown and downloaded. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { make, tempFolder } from '../media/support.ts';
import { beeps, brightness, lumaOf, playedAll } from '../support/clock.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

const it = needs('ffmpeg');
const { dir, at, drop } = await tempFolder();
const films = await tempFolder();

/** Each name, and that under which it is listed where that is another. */
const NAMES: Record<string, string> = Object.fromEntries(
  [
    ...[
      'frame%03d.mp4',
      'a:b.mp4',
      '-dash.mp4',
      '🎬 наше видео.mp4',
      'שלום.mp4',
      'a"b\'c.mp4',
      'back\\slash.mp4',
    ],
    ...['file:x.mp4', 'concat:y.mp4', 'star*[a]?.mp4', 'caf\u00e9.mp4', 'noext', 'wrong.txt', 'film.mp3'],
    ...['#hash?q=1&x.mp4', 'a;b|c.mp4', `${'x'.repeat(251)}.mp4`, '.hidden.mp4', 'CON.mp4', '100%.mp4'],
    ['new\nline.mp4', 'new line.mp4'],
    ['tab\there.mp4', 'tab here.mp4'],
    ['evil\u202e4pm.mp4', 'evil4pm.mp4'],
    [' space .mp4', 'space .mp4'],
    ['esc\u001b[31mred.mp4', 'esc [31mred.mp4'],
    // The same letters as another name, in another form.
    ['u\u0308ber.mkv', '\u00fcber.mkv'],
    // Protocols and options of ffmpeg, in other containers.
    ...[
      'concat:a.mkv|b.mkv',
      'pipe:0',
      'subfile,,start,0,end,9,,:x.webm',
      'data:x.ogg',
      'tee:x.wav',
      'crypto+file:x.mkv',
    ],
    ...[
      '-i',
      '~',
      '$HOME `id`.webm',
      'frame%09d.ogg',
      '%(title)s.wav',
      '100%25.mkv',
      '..webm',
      'x.mkv.',
      '&quot;.wav',
    ],
    ...['می\u200cخواهم.webm', '👨\u200d👩\u200d👧.mkv', `${'漢'.repeat(85)}`, '日本語 (1) [完].ogg'],
  ].map((name) => (typeof name === 'string' ? [name, name] : name)),
);
/** What is not UTF-8, as bytes: Latin-1, Shift-JIS, and half a letter. */
const BYTES = ['latin\xe9.mp4', '\x93\xfa\x96\x7b.mkv', 'cut\xf0\x9f\x8e.wav'];
const SOUND = ['.ogg', '.wav'];

let service: Serving;
beforeAll(async () => {
  service = await serving();
  const [picture, sound] = [brightness(2), beeps(2)];
  await make(...picture, ...sound, '-c:v', 'libx264', '-preset', 'ultrafast', films.at('of.mp4'));
  await make(...picture, '-c:v', 'mpeg4', '-q:v', '2', films.at('of.mkv'));
  await make(...picture, '-c:v', 'libvpx', '-deadline', 'realtime', films.at('of.webm'));
  await make(...sound, films.at('of.wav'));
  await make(...sound, '-c:a', 'libvorbis', films.at('of.ogg'));
  for (const name of Object.keys(NAMES)) await writeFile(at(name), await contentOf(name));
  for (const name of BYTES) await writeFile(Buffer.from(`${dir}/${name}`, 'latin1'), await contentOf(name));
});
afterAll(async () => {
  await service.stop();
  await drop();
  await films.drop();
});

/** The film of its ending, with its name behind the end: each file is another one. */
async function contentOf(name: string): Promise<Buffer> {
  const ending = ['.mkv', '.webm', ...SOUND].find((one) => name.endsWith(one)) ?? '.mp4';
  const head = Buffer.from('\0\0\0\0free', 'latin1');
  head.writeUInt32BE(8 + Buffer.byteLength(name));
  return Buffer.concat([await readFile(films.at(`of${ending}`)), head, Buffer.from(name)]);
}

const run = (...line: string[]) =>
  vau(['-o', 'json', ...line], {
    cwd: dir,
    timeout: 200_000,
    env: { ...service.home.env, VAU_BASE_URL: service.url, VAU_TOKEN: service.token },
  });
const NOT_UTF8 = [
  'The name of latin\\xe9.mp4 is not UTF-8 (\\x marks its bytes): rename it first',
  'The name of \\x93\\xfa\\x96{.mkv is not UTF-8 (\\x marks its bytes): rename it first',
  'The name of cut\\xf0\\x9f\\x8e.wav is not UTF-8 (\\x marks its bytes): rename it first',
].sort();
const refusals = (text: string) =>
  (text.match(/The name of \S+ is not UTF-8.*? first/g) ?? []).map(unquoted).sort();
/** As it is shown, whether or not it was in JSON. */
const unquoted = (text: string) => text.replaceAll('\\\\', '\\');

describe('a file with a strange name', () => {
  it('is probed under its name', async () => {
    const { stdout } = await run('probe', '--', ...Object.keys(NAMES));
    const probed = JSON.parse(stdout) as { file: string; duration_seconds: number }[];
    expect(probed.map(({ file }) => file).sort()).toEqual(Object.keys(NAMES).sort());
    for (const { file, duration_seconds } of probed) expect(duration_seconds, file).toBeCloseTo(2, 0);
    expect(refusals((await run('probe', '.')).stderr)).toEqual(NOT_UTF8);
  });

  it('is uploaded, listed, shown and downloaded', { timeout: 400_000 }, async () => {
    // Folders do not include hidden files.
    const sent = await run('file', 'upload', '.', '.hidden.mp4', '..webm', '--wait');
    expect(refusals(sent.stdout + sent.stderr)).toEqual(NOT_UTF8);
    const { data } = JSON.parse((await run('file', 'list', '--all')).stdout);
    const files = data as { id: string; filename: string; status: string; thumbnail_url?: string }[];
    expect(files.map(({ filename, status }) => [filename, status]).sort()).toEqual(
      Object.values(NAMES)
        .map((name) => [name, 'completed'])
        .sort(),
    );
    const jpegs = [];
    for (const { id, filename, thumbnail_url: thumbnail } of files) {
      const [name = ''] = Object.entries(NAMES).find(([, listed]) => listed === filename) ?? [];
      const share = await service.settled(
        `/share/${(await service.call('POST', '/share', { file_id: id })).body.id}`,
      );
      const answer = await fetch(String(share.media_download_url));
      const [, coded = ''] =
        /filename\*=UTF-8''(.*)$/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
      // What is saved by it is neither hidden nor elsewhere, on any system.
      expect(decodeURIComponent(coded)).toBe(filename.replace(/^\.+|\\/, '_'));
      expect((await contentOf(name)).equals(Buffer.from(await answer.arrayBuffer())), name).toBe(true);
      expect(thumbnail !== undefined, name).toBe(!SOUND.includes(path.extname(name)));
      if (thumbnail) jpegs.push(Buffer.from(await (await fetch(thumbnail)).arrayBuffer()));
    }
    await writeFile(films.at('all.mjpeg'), Buffer.concat(jpegs));
    const [shown] = await playedAll([{ file: films.at('all.mjpeg'), frames: true, sound: false }]);
    expect(shown?.frames).toHaveLength(jpegs.length);
    for (const [, luma] of shown?.frames ?? []) expect(Math.abs(luma - lumaOf(0))).toBeLessThan(8);
  });
});
