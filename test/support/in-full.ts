/**
 * Chooses how much of a long test runs: all of it when VAU_TEST_FULL is set (`npm run test:long`, a step of `.ci/run`),
 * otherwise a part that proves the same on fewer cases.
 */
export function inFull<T>(all: T, part: T): T {
  return process.env.VAU_TEST_FULL ? all : part;
}
