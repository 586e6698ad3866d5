import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { find, locate } from '../../support/programs.ts';

/** ffmpeg and ffprobe, which are slow once, and can be killed and stopped. */
export interface Disturbed {
  /** Path of the ffmpeg, with an ffprobe beside it. */
  readonly path: string;
  /** Process ids of those that run now. */
  running(): number[];
}

/**
 * Makes programs in a folder that run the real ones.
 * @param seconds how long each of them sleeps before it does its work for the first time
 */
export function disturbedFfmpeg(folder: string, seconds: number): Disturbed {
  mkdirSync(folder, { recursive: true });
  for (const name of ['ffmpeg', 'ffprobe'] as const) {
    if (!find(name)) continue;
    symlinkSync(locate(name), path.join(folder, `real-${name}`));
    const lines = [
      `[ "$1" = -version ] || { mkdir ${folder}/${name}-slept 2>/dev/null && sleep ${seconds}; }`,
      `exec ${folder}/real-${name} "$@"`,
    ];
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o755 });
  }
  const ours = `${folder}/`;
  return { path: path.join(folder, 'ffmpeg'), running: () => processes((line) => isMedia(line, ours)) };
}

/** The program itself, or the shell that is about to become it. */
function isMedia(line: string, ours: string): boolean {
  return line.split('\0', 2).some((word) => word.startsWith(ours));
}

function processes(isWanted: (line: string) => boolean): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => isWanted(read(`/proc/${pid}/cmdline`)))
    .map(Number);
}

/** Empty for a process that has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
