import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { missingPrograms } from './programs.ts';
import { s3Server } from './s3/s3-server.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs once before all tests: bundles the sources into dist/ (about a second), because acceptance tests run the
 * real binary and the service's worker processes start from there, and says which outside programs are missing. Makes
 * the folder in which tests share the films they make (see film.ts), and removes it in the end.
 *
 * A bundle that cannot be made stops `npm test`. Under a bare `vitest` it is a warning, so that one folder can be
 * tested while another is being rewritten; the tests of that folder which need the bundle then meet the last good one.
 */
export default async function setup(): Promise<() => Promise<void>> {
  try {
    await run(process.execPath, ['scripts/build.mjs', '--quiet', '--keep'], { cwd: root });
  } catch (error) {
    if (process.env.CI || process.env.npm_lifecycle_event === 'test') throw error;
    console.error(
      `\nThe bundle could not be made; dist/ is the last good one or missing.\n${messageOf(error)}\n`,
    );
  }
  for (const line of missingPrograms()) console.error(`- ${line}. Tests that need it are skipped.`);
  const films = await mkdtemp(path.join(os.tmpdir(), 'vau-films-'));
  process.env.VAU_TEST_FILMS = films;
  const stop = await startBucket();
  return async () => {
    await stop();
    await rm(films, { recursive: true, force: true });
  };
}

/** Starts the storage that tests put their objects into, if VAU_TEST_OBJECTS asks for a bucket, and tells them where it is. */
async function startBucket(): Promise<() => Promise<void>> {
  if (process.env.VAU_TEST_OBJECTS !== 'bucket') return async () => undefined;
  const server = await s3Server();
  Object.assign(process.env, server.env, { VAU_TEST_OBJECTS: `s3://${server.bucket}` });
  return () => server.stop();
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return 'stderr' in error ? String(error.stderr) : error.message;
  return String(error);
}
