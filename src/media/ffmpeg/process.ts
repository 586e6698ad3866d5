import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { lowerSession } from './priority.ts';

/**
 * Libraries whose symbols the dynamic linker would look for last. A distribution's ffmpeg loads some 200 libraries, and
 * each symbol is looked for in all of them in order. These two are near the end of that order and bind thousands of
 * their own symbols at start-up. In front they are found at once: on Debian 12 ffprobe of a short film takes 55 ms of
 * processor time where it took 62 to 70 (`perf stat -r 40`). No other library there defines a symbol of theirs.
 */
const SOUGHT_LAST = /^\s*lib(?:crypto|epoxy)\.so\.\d+ => (\/[^\s:]+) \(/gm;

/** A program that runs once or twice gains less than the question costs. */
const STARTS_BEFORE_ASKING = 3;
const PATIENCE_MS = 10_000;

interface Known {
  starts: number;
  first: readonly string[];
}

const programs = new Map<string, Known>();

/**
 * Counts one start of a program, and gives what its environment should have for its libraries to load in a faster order.
 * It has nothing for the first starts, on other systems than Linux, and for programs without these libraries.
 * @param program absolute path
 * @param env the environment that the program gets
 */
function loadOrder(program: string, env: NodeJS.ProcessEnv): { LD_PRELOAD?: string } {
  if (process.platform !== 'linux') return {};
  const known: Known = programs.get(program) ?? { starts: 0, first: [] };
  programs.set(program, known);
  known.starts += 1;
  if (known.starts === STARTS_BEFORE_ASKING) {
    librariesSoughtLast(program, env).then(
      (paths) => (known.first = paths),
      () => {}, // The linker's own order is as good, only slower.
    );
  }
  return known.first.length > 0 ? { LD_PRELOAD: known.first.join(':') } : {};
}

/**
 * Asks the dynamic linker which of the libraries sought last a program loads, and from where; the program does not run.
 * (One that is linked statically does, without arguments.) @returns absolute paths; none if it can't be told
 */
export function librariesSoughtLast(program: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const asking = { env: { ...env, LD_TRACE_LOADED_OBJECTS: '1' }, timeout: PATIENCE_MS };
  return new Promise((resolve) => {
    const child = execFile(program, [], asking, (error, stdout) => {
      resolve(error ? [] : [...stdout.matchAll(SOUGHT_LAST)].map(([, path]) => path ?? ''));
    });
    child.stdin?.end();
    child.unref();
  });
}

/** How much of a program's standard error is kept: the end, where the reason is. */
const TAIL_BYTES = 64 * 1024;

/** The environment variables that programs need. Nothing else is passed on: no token of ours reaches a decoder. */
const KEPT = [
  'PATH',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SYSTEMROOT',
  'WINDIR',
  'TMPDIR',
  'TEMP',
  'TMP',
  'FONTCONFIG_FILE', // where fonts are, on systems without a usual place for them
  'FONTCONFIG_PATH',
  'VAU_OWNER', // names the worker it belongs to, so that it can be killed after that worker died
];

/**
 * A folder that is not there: glibc then passes over its cache of character converters. A static build loads from it what
 * another glibc made, and crashes on transport streams, whose names have a character set of their own.
 */
const NO_CONVERTERS = '/nonexistent';

/** @returns the few environment variables that a media program gets */
function bareEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const bare: NodeJS.ProcessEnv = { LC_ALL: 'C', AV_LOG_FORCE_NOCOLOR: '1', GCONV_PATH: NO_CONVERTERS };
  for (const name of KEPT) if (env[name] !== undefined) bare[name] = env[name];
  return bare;
}

/** A started program. */
export interface Started {
  child: ChildProcess;
  /** The end of standard error so far. */
  stderr(): string;
  /** Settles when the program has exited and its pipes are closed; rejects only if it could not be started. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Kills the program and all its children. */
  kill(): void;
}

/**
 * Starts a program in its own process group, at our own priority, without input and with a minimal environment.
 * @param path absolute path of the program
 * @param cwd working directory
 */
export function start(path: string, args: readonly string[], cwd?: string): Started {
  const grouped = process.platform !== 'win32';
  const env = bareEnvironment();
  const child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...loadOrder(path, env) },
    detached: grouped,
    windowsHide: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (grouped) lowerSession(child);
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL_BYTES);
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  // Whoever awaits it sees the failure; without anyone, it must not crash the process.
  ended.catch(() => {});
  return { child, stderr: () => tail, ended, kill: () => killGroup(child, grouped) };
}

function killGroup(child: ChildProcess, grouped: boolean): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (grouped) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It exited between the check and the signal.
  }
}
