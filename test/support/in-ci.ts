/**
 * Chooses how much of a long test is done: all of it in continuous integration (the environment variable CI is set),
 * a part that proves the same on fewer cases elsewhere.
 */
export function inCi<T>(all: T, part: T): T {
  return process.env.CI ? all : part;
}
