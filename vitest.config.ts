import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

const env = { NO_COLOR: '1' };
/**
 * Several times what the slowest take that set no limit of their own: a limit is there for what hangs, and machines that
 * are busy are five times slower. So no test sets a shorter one, unless the limit is what it is about.
 */
const limit = process.env.VAU_TEST_FULL ? 900_000 : 240_000;
const common = {
  pool: 'forks' as const,
  ...{ testTimeout: limit, hookTimeout: limit },
  expect: { poll: { timeout: 60_000 } },
  setupFiles: process.env.VAU_TEST_TWICE ? ['test/support/twice.ts'] : [],
};

/**
 * Long tests run in `npm run test:long` alone, which sets VAU_TEST_FULL. It runs the conformance suite against the binary;
 * `npm test` runs it against the sources.
 */
const long = process.env.VAU_TEST_FULL ? ['test/conformance/**'] : ['**/*.long.test.ts'];

/**
 * Some need a PostgreSQL server, which `npm run test:cluster` starts. One is about indexes of before there were stores on
 * servers.
 */
const ofOtherStores = process.env.VAU_TEST_STORE
  ? ['test/service/search/upgrade.test.ts']
  : ['test/service/store/postgres/**', 'test/faults/cluster*.test.ts', 'test/faults/machines.test.ts'];

const others = [...long, ...ofOtherStores];

/** Folders whose tests call the sources. Loading these takes about a second, which shared processes spend once. */
const callers = ['cli', 'client', 'config', 'conformance', 'contract', 'media', 'service'];
/** A test file with one of these changes its process, replaces modules or measures memory: it gets its own process. */
const unshareable =
  /\bvi\.(mock|doMock|hoisted|stub|spyOn|useFakeTimers|resetModules)|process\.(env\.\w+ = |kill = |chdir|umask|on\(|memoryUsage)|delete process\.env|\bglobalThis\b|setFlagsFromString/;
const shareable = callers.flatMap((folder) =>
  readdirSync(path.join(import.meta.dirname, 'test', folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('test', folder, file.replaceAll(path.sep, '/')))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => !unshareable.test(readFileSync(path.join(import.meta.dirname, file), 'utf8'))),
);

/**
 * Transformed modules are kept: the projects and the runs of CI would each make them anew. The folder's name follows from
 * the packages: vitest 4.1 empties a cache of other packages while it writes to it, and then fails.
 */
const packages = readFileSync(path.join(import.meta.dirname, 'node_modules/.package-lock.json'));
const moduleCache = `node_modules/.cache/tests-${createHash('sha256').update(packages).digest('hex').slice(0, 16)}`;

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/reporter.ts'],
    // More than there are processors: many tests wait for other programs.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    experimental: { fsModuleCache: true, fsModuleCachePath: moduleCache },
    projects: [
      {
        test: {
          ...common,
          name: 'sources',
          include: ['test/**/*.test.ts'],
          exclude: [...others, ...shareable],
          env,
        },
      },
      // One process for many files.
      { test: { ...common, name: 'shared', include: shareable, exclude: others, isolate: false, env } },
      // The conformance suite once more: what it asks is `vau serve` from dist/.
      {
        test: {
          ...common,
          name: 'binary',
          include: ['test/conformance/**/*.test.ts'],
          env: { ...env, VAU_TEST_SERVICE: 'binary' },
        },
      },
    ],
  },
});
