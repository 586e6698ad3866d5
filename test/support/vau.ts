import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The launcher that users run. */
export const binary = fileURLToPath(new URL('../../bin/vau.js', import.meta.url));

/** How a run of the binary ended, with all it printed. `status` is null when a signal ended it. */
export interface Run {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A user nobody has met before: empty home, configuration and data folders under a temporary folder. */
export interface Home {
  folder: string;
  configFolder: string;
  dataFolder: string;
  env: Record<string, string>;
  remove(): Promise<void>;
}

/** Makes an empty home; the caller removes it. */
export async function emptyHome(): Promise<Home> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-home-'));
  const configFolder = path.join(folder, 'config');
  const dataFolder = path.join(folder, 'data');
  return {
    folder,
    configFolder,
    dataFolder,
    env: {
      HOME: folder,
      VAU_CONFIG_DIR: configFolder,
      VAU_DATA_DIR: dataFolder,
      // Both take seconds of processor time; the tests that are about them switch them on.
      VAU_EMBEDDINGS: 'off',
      VAU_OBJECTS: 'off',
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/**
 * Runs the real binary to its end, with no terminal. Of this process's environment it sees only PATH and what names an
 * ffmpeg; `env` adds to that. `input` is its standard input (empty when left out). It is ended after `timeout` ms.
 */
export function vau(
  args: string[],
  options: { env?: Record<string, string>; input?: string; cwd?: string; timeout?: number } = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [binary, ...args], {
      cwd: options.cwd,
      env: { ...passedOn(), ...options.env },
      timeout: options.timeout ?? 180_000,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
    child.stdin.on('error', () => undefined); // a program that reads no input may be gone before it is written
    child.stdin.end(options.input ?? '');
  });
}

/** Of this environment: PATH and what names an ffmpeg. */
export function passedOn(): Record<string, string> {
  const { PATH = '', VAU_FFMPEG } = process.env;
  return { PATH, NO_COLOR: '1', ...(VAU_FFMPEG ? { VAU_FFMPEG } : {}) };
}
