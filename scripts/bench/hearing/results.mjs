/** What the hearing benchmark has recognised so far, kept while the sources of the recognition stay the same. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const file = path.join(root, 'node_modules', '.cache', 'vau-hearing.json');

/** What recognised text depends on: cutting, classes of sound, the recogniser and its judge, and the clips. */
const SOURCES = [
  'src/service/understanding/speech',
  'src/service/understanding/voice-activity',
  'src/service/understanding/audio',
  'scripts/bench/hearing',
];

/**
 * Opens the kept results.
 * @param seconds of each clip
 */
export async function openResults(seconds) {
  const version = versionOf();
  const kept = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  const results = kept?.version === version ? kept.results : {};
  const keyOf = ({ kind, half, name }) => [kind, half, name, seconds].join(' ');
  return {
    has: (clip) => keyOf(clip) in results,
    get: (clip) => results[keyOf(clip)],
    async put(clip, result) {
      results[keyOf(clip)] = result;
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(`${file}.new`, JSON.stringify({ version, results }));
      await rename(`${file}.new`, file);
    },
  };
}

function versionOf() {
  const hash = createHash('sha256');
  for (const folder of SOURCES)
    for (const name of readdirSync(path.join(root, folder), { recursive: true }).map(String).sort())
      if (/\.(ts|mjs)$/.test(name)) hash.update(name).update(readFileSync(path.join(root, folder, name)));
  return hash.digest('hex');
}
