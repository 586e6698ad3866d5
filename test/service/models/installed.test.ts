import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeSetting } from '../../../src/service/context/settings-file.ts';
import {
  chosenModel,
  ENTRY,
  entryCode,
  entryOf,
  installedModels,
  MANIFEST,
  type ModelManifest,
  modelFolder,
  packageFolder,
  writeManifest,
} from '../../../src/service/models/index.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-models-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const engine = { name: '@scope/engine', version: '1.2.3' };
const manifest = (change: Partial<ModelManifest> = {}): ModelManifest => ({
  name: 'speech',
  model: 'small',
  kind: 'whisper',
  languages: ['en'],
  licence: 'MIT',
  source: 'http://127.0.0.1:9/small.tar.bz2',
  installed_at: 1,
  options: {},
  files: [{ path: 'parts/tokens.txt', bytes: 3, sha256: 'a'.repeat(64) }],
  packages: [engine],
  ...change,
});

/** A complete model. */
async function install(change: Partial<ModelManifest> = {}): Promise<string> {
  const made = manifest(change);
  const folder = modelFolder(dataDir, made.name, made.model);
  await mkdir(path.join(folder, 'parts'), { recursive: true });
  await writeFile(path.join(folder, 'parts/tokens.txt'), 'abc');
  await writeManifest(folder, made);
  return folder;
}

it('takes the model that the settings name, from the moment that they name it', async () => {
  const folder = await install();
  expect(chosenModel(dataDir, 'speech')).toBeUndefined();
  await changeSetting(dataDir, 'speech_local', 'small');
  expect(chosenModel(dataDir, 'speech')).toEqual({ folder, manifest: manifest() });
  expect(chosenModel(dataDir, 'language')).toBeUndefined();
  await changeSetting(dataDir, 'speech_local', undefined);
  expect(chosenModel(dataDir, 'speech')).toBeUndefined();
});

it('says which file of a model is damaged, and how to get it again', async () => {
  const folder = await install();
  await changeSetting(dataDir, 'speech_local', 'small');
  await writeFile(path.join(folder, 'parts/tokens.txt'), 'ab');
  const next = /vau setup speech small$/;
  expect(() => chosenModel(dataDir, 'speech')).toThrow(/tokens.txt has 2 bytes and should have 3/);
  expect(() => chosenModel(dataDir, 'speech')).toThrow(next);
  await rm(path.join(folder, 'parts/tokens.txt'));
  expect(() => chosenModel(dataDir, 'speech')).toThrow(/tokens.txt is missing/);
  await writeFile(path.join(folder, MANIFEST), '{}');
  expect(() => chosenModel(dataDir, 'speech')).toThrow(/installed.json is damaged/);
  await rm(path.join(folder, MANIFEST));
  expect(() => chosenModel(dataDir, 'speech')).toThrow(/small for speech is not installed/);
  expect(() => chosenModel(dataDir, 'speech')).toThrow(next);
});

it('lists complete models only', async () => {
  await install();
  await install({ model: 'broken' }).then((folder) => rm(path.join(folder, 'parts/tokens.txt')));
  await install({ model: 'interrupted' }).then((folder) => rm(path.join(folder, MANIFEST)));
  expect(installedModels(dataDir, 'speech').map((one) => one.manifest.model)).toEqual(['small']);
  expect(installedModels(dataDir, 'text')).toEqual([]);
});

it.each(['../../secret', '/etc/passwd', 'a//b', './a', 'a/..', '..\\\\a', 'C:a', ''])(
  'refuses a manifest with the file %s',
  async (file) => {
    const files = [{ path: file, bytes: 1, sha256: 'a'.repeat(64) }];
    await expect(install({ files })).rejects.toThrow(/leaves its folder/);
    expect(installedModels(dataDir, 'speech')).toEqual([]);
  },
);

it('has an entry that imports a package by name', async () => {
  const folder = packageFolder(dataDir, engine);
  const root = path.join(folder, 'node_modules', engine.name);
  await mkdir(root, { recursive: true });
  await writeFile(path.join(root, 'package.json'), '{"type":"module","exports":{"import":"./a.js"}}');
  await writeFile(path.join(root, 'a.js'), 'export const answer = 42;');
  await writeFile(path.join(folder, ENTRY), entryCode);
  const { load } = await import(pathToFileURL(entryOf(dataDir, engine)).href);
  expect(await load(engine.name)).toMatchObject({ answer: 42 });
});
