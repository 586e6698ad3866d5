/**
 * Keeps openapi.json of the built package as that of the last release: test/contract/released compares with it what breaks
 * clients. Run it when a release is made. Texts and examples are left out; each path and each schema is on a line of its own.
 */
import { readFile, writeFile } from 'node:fs/promises';

const TEXTS = new Set(['description', 'summary', 'example', 'tags']);

/** Without texts. The names of properties, paths and schemas are never texts. */
function bare(value, areNames = false) {
  if (Array.isArray(value)) return value.map((one) => bare(one));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => areNames || !TEXTS.has(key));
  return Object.fromEntries(
    kept.map(([key, one]) => [key, bare(one, !areNames && (key === 'properties' || key === 'schemas'))]),
  );
}

const lines = (object) =>
  Object.entries(object)
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
    .join(',\n');

const text = await readFile(new URL('../dist/assets/openapi.json', import.meta.url), 'utf8');
const { info, paths, components } = bare(JSON.parse(text));
const file = new URL('../test/contract/released/openapi.json', import.meta.url);
await writeFile(
  file,
  `{"version":${JSON.stringify(info.version)},\n"paths":{\n${lines(paths)}},\n"components":{"schemas":{\n${lines(components.schemas)}}}}\n`,
);
