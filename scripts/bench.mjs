/**
 * Runs the named benchmarks, or start-up. Each is a file in bench/ that prints a table and sets the exit
 * status to 1 when its budget is exceeded.
 *
 *   npm run bench -- [NAME...] [ROUNDS] [--OPTION NUMBER]
 */
import { access } from 'node:fs/promises';

const names = process.argv.slice(2).filter((word) => !/^(\d+|--.*)$/.test(word));
for (const name of names.length > 0 ? names : ['start-up']) {
  const file = new URL(`bench/${name}.mjs`, import.meta.url);
  await access(file).catch(() => {
    throw new Error(`unknown benchmark ${name}; see scripts/bench`);
  });
  await import(file.href);
}
