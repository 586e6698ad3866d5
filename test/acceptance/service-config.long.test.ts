/** vau service doctor and vau service config with the real binary. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyHome, type Home, vau } from '../support/vau.ts';

let home: Home;
beforeEach(async () => {
  home = await emptyHome();
});
afterEach(() => home.remove());

const run = (args: string[], env: Record<string, string> = {}) =>
  vau(['service', ...args], { env: { ...home.env, ...env } });
const file = () => path.join(home.dataFolder, 'service-config.json');

/** A setting in `service config list`. */
async function listed(key: string, env?: Record<string, string>) {
  const { stdout } = await run(['config', 'list', '-o', 'json'], env);
  return JSON.parse(stdout).settings.find((one: { key: string }) => one.key === key);
}

describe('vau service config', () => {
  it('keeps settings in a file of the owner only, and the environment overrides it', async () => {
    expect(await listed('vision_model')).toMatchObject({ value: null, source: 'unset' });
    expect(await run(['config', 'set', 'vision_model', 'small'])).toMatchObject({ status: 0, stdout: '' });
    expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({ vision_model: 'small' });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await listed('vision_model')).toMatchObject({ value: 'small', source: 'file', where: file() });
    const env = { VAU_VISION_MODEL: 'large' };
    expect(await listed('vision_model', env)).toMatchObject({
      value: 'large',
      source: 'environment',
      where: 'VAU_VISION_MODEL',
    });
    expect((await run(['config', 'get', 'vision_model'])).stdout).toBe('small\n');
    await run(['config', 'unset', 'vision_model']);
    expect((await run(['config', 'get', 'vision_model'])).status).not.toBe(0);
  });

  it.each([
    [['config', 'set', 'colour', 'red'], /setting colour; /],
    [['config', 'set', 'vision_url', 'nowhere'], /vision_url must be an http or https URL.*VAU_VISION_URL/],
    [
      ['config', 'set', 'pocketsphinx', 'on'],
      /pocketsphinx is no longer a setting: vau hears with moonshine .*setup speech/,
    ],
    [['config', 'set', 'objects', 'maybe'], /objects must be on or off.*VAU_OBJECTS/],
    [
      ['config', 'set', 'private_addresses', '10.0.0.0/8, 10.0.0.0/40'],
      /private_addresses must be on, off, or IP ranges .*"10.0.0.0\/40" is not a range.*VAU_PRIVATE_ADDRESSES/,
    ],
    [
      ['config', 'set', 'in_place_folders', 'archive'],
      /in_place_folders must be absolute paths of folders.*VAU_IN_PLACE_FOLDERS/,
    ],
    [['config', 'set', 'log_level', 'loud'], /log_level must be debug, info, warn or error.*VAU_LOG_LEVEL/],
    [['config', 'set', 'embeddings', 'maybe'], /embeddings must be on or off.*VAU_EMBEDDINGS/],
    [['config', 'set', 'vision_timeout', '0'], /vision_timeout must be a number of seconds/],
    [['config', 'set', 'vision_model'], /vau service config set KEY VALUE/],
    [['config', 'list', 'vision_model'], /Usage: vau service config list/],
  ])('refuses %j and keeps nothing', async (args, reason) => {
    const { status, stdout, stderr } = await run(args);
    expect(status).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(reason);
    await expect(stat(file())).rejects.toThrow();
  });

  it('an invalid file keeps the service from starting, and names the key and the file', async () => {
    await mkdir(home.dataFolder, { recursive: true });
    await writeFile(file(), JSON.stringify({ vision_timeout: 'long' }));
    const { status, stderr } = await vau(['serve', '--port', '0'], { env: home.env });
    expect(status).not.toBe(0);
    expect(stderr).toContain(file());
    expect(stderr).toMatch(/vision_timeout must be a number of seconds.*VAU_VISION_TIMEOUT/);
    await writeFile(file(), '{');
    expect((await run(['doctor'])).stderr).toMatch(/must be a JSON object of settings/);
  });
});

describe('a setting of an older release', () => {
  it('says what replaced it, and can be removed', async () => {
    const old = await emptyHome();
    try {
      const stored = path.join(old.dataFolder, 'service-config.json');
      await mkdir(old.dataFolder, { recursive: true });
      await writeFile(stored, JSON.stringify({ pocketsphinx: 'on', log_level: 'debug' }));
      const asked = (words: string[]) => vau(['service', 'config', ...words], { env: old.env });
      const refused = await asked(['list']);
      expect(refused.status).not.toBe(0);
      expect(refused.stderr).toContain(
        'pocketsphinx is no longer a setting: vau hears with moonshine instead of pocketsphinx (vau setup speech brings it). ' +
          'Remove it with: vau service config unset pocketsphinx',
      );
      expect((await asked(['unset', 'pocketsphinx'])).status).toBe(0);
      expect(JSON.parse(await readFile(stored, 'utf8'))).toEqual({ log_level: 'debug' });
      expect((await asked(['list'])).status).toBe(0);
    } finally {
      await old.remove();
    }
  });
});

describe('vau service doctor', () => {
  it('shows the provider of each modality, its quality, and how to improve it', async () => {
    const told = async (env: Record<string, string> = {}) => {
      const { stdout, status } = await run(['doctor', '-o', 'json'], env);
      expect(status).toBe(0);
      return JSON.parse(stdout).modalities as Record<string, string>[];
    };
    const modalities = await told({ VAU_SPEECH_PROVIDERS: 'sidecar,subtitle-track,endpoint,sherpa-onnx' });
    expect(modalities.map(({ modality }) => modality)).toEqual([
      'speech',
      'scene_text',
      'visual_scene_description',
      'audio_description',
      'faces',
      'language',
      'meaning',
      'pictures',
    ]);
    const [speech, text, scenes] = modalities;
    expect(speech).toMatchObject({
      provider: 'subtitles',
      quality: expect.stringContaining('vau setup speech'),
    });
    expect(text?.provider).toMatch(/^tesseract\.js \d/);
    expect(scenes).toMatchObject({
      provider: 'picture-facts',
      better: expect.stringContaining('vision_url'),
    });
    await run(['config', 'set', 'vision_url', 'http://127.0.0.1:9/v1']);
    await run(['config', 'set', 'vision_model', 'seer']);
    expect((await told())[2]).toMatchObject({
      provider: 'vision-endpoint',
      quality: 'as good as seer at http://127.0.0.1:9',
    });
    expect(modalities.at(-3)).toMatchObject({
      provider: 'typed-extractors',
      quality: expect.stringMatching(/^quotes only: people.*in English; what needs judgement is left out$/),
      better: expect.stringContaining('vau service config set language_url'),
    });
    await run(['config', 'set', 'language_url', 'http://127.0.0.1:9/v1']);
    expect((await told({ VAU_LANGUAGE_MODEL: 'reader' })).at(-3)).toMatchObject({
      provider: 'language-endpoint',
      quality: expect.stringContaining('as good as reader at http://127.0.0.1:9'),
    });
  });

  it('tries what is set up on request, and says how long it took', async () => {
    const { stdout, stderr, status } = await run(['doctor', '--try', '-o', 'json'], {
      VAU_LANGUAGE_URL: 'http://127.0.0.1:9/v1',
    });
    expect(status).toBe(0);
    const { trials } = JSON.parse(stdout);
    expect(trials).toEqual([
      {
        modality: 'scene_text',
        model: 'eng',
        ms: expect.any(Number),
        made: 'nothing, from an empty picture',
      },
      { modality: 'language', error: expect.stringContaining('127.0.0.1:9') },
    ]);
    expect(stderr).toMatch(/scene_text: eng took \d+\.\d s: nothing, from an empty picture/);
    expect(stderr).toMatch(/language: failed: .*127\.0\.0\.1:9/);
  });

  it('is what vau setup shows beside ffmpeg, with a command for what is missing', async () => {
    const shown = async (env: Record<string, string> = {}, words = ['setup']) => {
      const { stdout, status } = await vau([...words, '-o', 'json'], { env: { ...home.env, ...env } });
      expect(status).toBe(0);
      return JSON.parse(stdout) as Record<string, string | null>[];
    };
    const all = await shown();
    expect(all.map(({ modality }) => modality)).toEqual([
      'media',
      ...['speech', 'scene_text', 'visual_scene_description', 'audio_description', 'faces', 'language'],
      'meaning',
      'pictures',
    ]);
    expect(await shown({}, ['setup', 'show'])).toEqual(all);
    const without = await shown({ VAU_FFMPEG: '/nowhere/ffmpeg', VAU_EMBEDDINGS: 'off' });
    expect(without[0]).toMatchObject({ provider: null, better: 'vau doctor' });
    expect(without[0]?.quality).toContain('/nowhere/ffmpeg');
    expect(without.at(-2)).toMatchObject({ provider: null, better: 'vau service config unset embeddings' });
    expect(without.at(-1)).toMatchObject({ provider: null, better: 'vau setup pictures' });
    expect(
      (await shown({ VAU_EMBEDDINGS: 'on', VAU_EMBEDDINGS_URL: 'http://127.0.0.1:9/v1' })).at(-2),
    ).toMatchObject({
      provider: 'embeddings-endpoint',
      better: null,
    });
  });
});
