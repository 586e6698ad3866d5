import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { it } from 'vitest';
import table from './programs.json' with { type: 'json' };

/** A program, or set of files, from outside npm that some tests need. The table is programs.json beside this file. */
export type ProgramName =
  | 'ffmpeg'
  | 'ffprobe'
  | 'bzip2'
  | 'chromium'
  | 'fonts'
  | 'script'
  | 'bash'
  | 'bash-completion'
  | 'zsh'
  | 'fish'
  | 'mandoc'
  | 'man'
  | 'openssl'
  | 'curl'
  | 'jq'
  | 's3'
  | 'systemd-analyze';

interface Program {
  name: string;
  /** Any one of these on PATH will do. */
  commands?: string[];
  /** Any one of these files will do. */
  files?: string[];
  /** An environment variable that may name the program's file. */
  environment?: string;
  /** The Debian packages that bring it. */
  debian: string[];
}

const programs: Program[] = table;

/** Where the program or file is on this machine; undefined when it is nowhere. */
export function find(name: ProgramName): string | undefined {
  const program = entry(name);
  const named = program.environment ? process.env[program.environment] : undefined;
  const candidates = [
    ...(named ? [named] : []),
    ...(program.files ?? []),
    ...folders().flatMap((folder) => (program.commands ?? []).map((command) => path.join(folder, command))),
  ];
  return candidates.find((file) => can(file, program.files ? constants.R_OK : constants.X_OK));
}

/** Where the program is. Throws, naming it and how to get it, when it is nowhere; guard the test with `needs`. */
export function locate(name: ProgramName): string {
  const found = find(name);
  if (found) return found;
  throw new Error(howToGet(name));
}

/** Which of these this machine lacks; for `describe.skipIf(lacks('chromium'))`. In CI nothing may be skipped, so: none. */
export function lacks(...names: ProgramName[]): boolean {
  return !isStrict() && names.some((name) => !find(name));
}

/**
 * The `it` for tests that need programs from outside npm: `needs('chromium')('plays a share', async () => ...)`.
 * Where one is missing the test is skipped by name, and the closing report lists it with the reason.
 * In CI on Linux (the environment variable CI is set) a missing program fails the test instead.
 */
export function needs(...names: ProgramName[]): typeof it {
  const missing = names.filter((name) => !find(name));
  if (missing.length === 0) return it;
  if (isStrict()) {
    const fails = (title: string) =>
      it(title, () => Promise.reject(new Error(missing.map(howToGet).join('; '))));
    return fails as unknown as typeof it;
  }
  const skips = (title: string) =>
    it.skip(`${title} (skipped: no ${missing.join(', no ')})`, () => undefined);
  return skips as unknown as typeof it;
}

/** In CI on Linux, `npm test` installs every program; other systems do not have all of them. */
const isStrict = () => Boolean(process.env.CI) && process.platform === 'linux';

/** One line for each program this machine lacks: its name and how to get it. */
export function missingPrograms(): string[] {
  return programs
    .filter(({ name }) => !find(name as ProgramName))
    .map(({ name }) => howToGet(name as ProgramName));
}

function howToGet(name: ProgramName): string {
  return `${name} is not on this machine; on Debian: apt-get install ${entry(name).debian.join(' ')}`;
}

function entry(name: ProgramName): Program {
  const found = programs.find((program) => program.name === name);
  if (!found) throw new Error(`test/support/programs.json has no entry for ${name}`);
  return found;
}

function folders(): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
}

function can(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}
