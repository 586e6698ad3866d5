/**
 * Runs the measurements that are named, or the one of start-up. Each is a file in bench/ that prints a table; it sets
 * the exit status to 1 when a budget of its own is passed.
 *
 *   npm run bench -- [NAME...] [ROUNDS]
 */
import { access } from 'node:fs/promises';

const names = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
for (const name of names.length > 0 ? names : ['start-up']) {
  const file = new URL(`bench/${name}.mjs`, import.meta.url);
  await access(file).catch(() => {
    throw new Error(`there is no measurement ${name}; see scripts/bench`);
  });
  await import(file.href);
}
