import { execFile } from 'node:child_process';

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
export function loadOrder(program: string, env: NodeJS.ProcessEnv): { LD_PRELOAD?: string } {
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
