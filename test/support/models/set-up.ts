import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { changeSetting } from '../../../src/service/context/settings-file.ts';
import {
  ENTRY,
  entryCode,
  type ModelManifest,
  type ModelName,
  modelFolder,
  type PackageId,
  packageFolder,
  writeManifest,
} from '../../../src/service/models/index.ts';
import { tinyEncoder } from './tiny-encoder.ts';
import { tinyPictures } from './tiny-pictures.ts';

/** A package of the project's own node_modules, as vau setup would have brought it. @param from its folder; default there */
export async function placePackage(
  dataDir: string,
  id: PackageId,
  from = fileURLToPath(new URL(`../../../node_modules/${id.name}`, import.meta.url)),
): Promise<void> {
  const folder = packageFolder(dataDir, id);
  const place = path.join(folder, 'node_modules', id.name);
  await mkdir(path.dirname(place), { recursive: true });
  await symlink(from, place);
  await writeFile(path.join(folder, ENTRY), entryCode);
  const origin = { licence: 'MIT', source: 'a test', installed_at: 1 };
  await writeManifest(folder, { ...id, ...origin, packages: [{ ...id, integrity: 'sha512-none' }] });
}

/** Puts a model where vau setup puts it, without choosing it. */
export async function placeModel(
  dataDir: string,
  given: Pick<ModelManifest, 'name' | 'model' | 'kind' | 'packages'> & Partial<ModelManifest>,
  files: Readonly<Record<string, Buffer>>,
): Promise<void> {
  const folder = modelFolder(dataDir, given.name, given.model);
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(folder, name), bytes);
  await writeManifest(folder, {
    languages: [],
    licence: 'MIT',
    source: 'a test',
    installed_at: 1,
    options: {},
    ...given,
    files: Object.entries(files).map(([name, bytes]) => ({
      path: name,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })),
  });
}

/** Chooses a model, as vau setup does at its end. */
export function chooseModel(dataDir: string, name: Exclude<ModelName, 'text'>, model: string): Promise<void> {
  return changeSetting(dataDir, `${name}_local`, model);
}

const ONNX = { name: 'onnxruntime-web', version: '1.30.0' };

/** Sets up a sentence encoder of chance and chooses it. */
export async function setUpEncoder(
  dataDir: string,
  model: string,
  words: readonly string[],
  how: {
    readonly dimension?: number;
    readonly seed?: number;
    readonly cone?: number;
    readonly options?: ModelManifest['options'];
  } = {},
): Promise<void> {
  const { options = {}, ...shape } = how;
  await placePackage(dataDir, ONNX).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const files = { ...tinyEncoder(words, shape) };
  await placeModel(dataDir, { name: 'meaning', model, kind: 'onnx', packages: [ONNX], options }, files);
  await chooseModel(dataDir, 'meaning', model);
}

/** Sets up a pair of encoders that know colours, and chooses it. @param options beside those that they need */
export async function setUpPictures(
  dataDir: string,
  model: string,
  options: ModelManifest['options'] = {},
): Promise<void> {
  await placePackage(dataDir, ONNX).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const { files, options: needed } = tinyPictures();
  await placeModel(
    dataDir,
    {
      name: 'pictures',
      model,
      kind: 'clip',
      languages: ['en'],
      packages: [ONNX],
      options: { ...needed, ...options },
    },
    { ...files },
  );
  await chooseModel(dataDir, 'pictures', model);
}
