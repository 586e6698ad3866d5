/**
 * Counts the house: files and lines of `src`, files under 25 lines, files that one neighbour imports, and folders with
 * many loose files. Prints a table, and exits with status 1 when a count is above its bound.
 *
 *   node scripts/house.mjs [--list]
 *
 * --list  names the files and folders behind each count
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SMALL = 25;
const LOOSE = 12;

/** Weights that a bench prints and the examples that scores are measured on: data, whatever their ending. */
const DATA = /(?:weights|examples)\.ts$/;

/** Made from the contract by scripts/docs.mjs. */
const GENERATED = new Set(['client/library/operations.d.ts']);

const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !GENERATED.has(name))
  .map((name) => path.posix.join('src', name.split(path.sep).join('/')));
const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const linesOf = (file) => texts.get(file).split('\n').length - 1;

/** Who imports each file, types and lazy imports included. */
const users = new Map(files.map((file) => [file, new Set()]));
for (const [file, text] of texts)
  for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g))
    users.get(path.posix.join(path.posix.dirname(file), specifier))?.add(file);

const isNeighbour = (file, other) => path.posix.dirname(file) === path.posix.dirname(other);
const small = files.filter((file) => linesOf(file) < SMALL);
const ofOneNeighbour = files.filter((file) => {
  const [user, ...others] = users.get(file);
  return user !== undefined && others.length === 0 && isNeighbour(file, user);
});
const loose = new Map();
for (const file of files) {
  const folder = path.posix.dirname(file);
  loose.set(folder, (loose.get(folder) ?? 0) + 1);
}
const crowded = [...loose].filter(([, count]) => count > LOOSE).map(([folder]) => folder);
const code = files.filter((file) => !DATA.test(file));
const sizes = code.map(linesOf).sort((one, other) => one - other);

const rows = [
  ['files', code.length, 1200, []],
  ['lines', sizes.reduce((sum, size) => sum + size, 0), 102_000, []],
  ['median of lines', sizes[sizes.length >> 1], undefined, []],
  [`files under ${SMALL} lines`, small.length, 59, small],
  ['imported by one neighbour only', ofOneNeighbour.length, 149, ofOneNeighbour],
  [`folders with more than ${LOOSE} loose files`, crowded.length, 0, crowded],
];
for (const [name, count, bound, list] of rows) {
  const above = bound !== undefined && count > bound ? '  too many' : '';
  console.log(`${name.padEnd(38)} ${String(count).padStart(7)} ${String(bound ?? '').padStart(7)}${above}`);
  if (process.argv.includes('--list')) for (const item of list) console.log(`    ${item}`);
}
if (rows.some(([, count, bound]) => bound !== undefined && count > bound)) process.exitCode = 1;
