import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ENTRY, entryCode, packageFolder, writeManifest } from '../../../src/service/models/index.ts';
import { chooseModel, placeModel } from './set-up.ts';
import { tinyLlama } from './tiny-llama.ts';

export const LLAMA = { name: 'node-llama-cpp', version: '3.22.1' };

/** Brings node-llama-cpp and its prebuilt program for the processor alone (70 MB) from the registry, without running scripts. */
export async function bringLlama(dataDir: string): Promise<void> {
  const folder = packageFolder(dataDir, LLAMA);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{"private": true}');
  const binary = `@node-llama-cpp/${process.platform.replace('darwin', 'mac')}-${process.arch}`;
  await promisify(execFile)(
    'npm',
    [
      ...['install', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--silent'],
      ...[`${LLAMA.name}@${LLAMA.version}`, `${binary}@${LLAMA.version}`],
    ],
    { cwd: folder },
  );
  await declareLlama(folder);
}

/** A stand-in for node-llama-cpp. @param code the module */
export async function placeLlama(dataDir: string, code: string): Promise<void> {
  const folder = packageFolder(dataDir, LLAMA);
  const own = path.join(folder, 'node_modules', LLAMA.name);
  await mkdir(own, { recursive: true });
  await writeFile(path.join(own, 'package.json'), '{"type": "module", "exports": "./index.js"}');
  await writeFile(path.join(own, 'index.js'), code);
  await declareLlama(folder);
}

async function declareLlama(folder: string): Promise<void> {
  await writeFile(path.join(folder, ENTRY), entryCode);
  const origin = { licence: 'MIT', source: 'a test', installed_at: 1 };
  await writeManifest(folder, { ...LLAMA, ...origin, packages: [{ ...LLAMA, integrity: 'sha512-none' }] });
}

/** Puts a language model of chance where vau setup puts models, and chooses it. @param seed see tinyLlama */
export async function setUpTinyLlama(
  dataDir: string,
  options: Record<string, number> = {},
  model = 'tiny',
  seed?: number,
): Promise<void> {
  const files = { 'tiny.gguf': tinyLlama(seed) };
  await placeModel(dataDir, { name: 'language', model, kind: 'gguf', packages: [LLAMA], options }, files);
  await chooseModel(dataDir, 'language', model);
}
