/**
 * Runs the named benchmarks, or start-up. Each is a file in bench/ that prints a table and sets the exit
 * status to 1 when its budget is exceeded.
 *
 *   npm run bench -- [NAME...] [ROUNDS] [--OPTION VALUE]
 */
import { access } from 'node:fs/promises';

const words = process.argv.slice(2);
const options = words.findIndex((word) => word.startsWith('--'));
const named = options < 0 ? words : words.slice(0, options);
const names = named.filter((word) => !/^\d+$/.test(word));
for (const name of names.length > 0 ? names : ['start-up']) {
  const file = new URL(`bench/${name}.mjs`, import.meta.url);
  await access(file).catch(() => {
    console.error(`There is no benchmark ${name}; CONTRIBUTING.md lists them.`);
    process.exit(2);
  });
  await import(file.href);
}
