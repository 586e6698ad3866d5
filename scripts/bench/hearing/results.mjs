/** What the hearing benchmark has recognised so far, kept while the sources of the recognition stay the same. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** What recognised text depends on: cutting, classes of sound, the recogniser and what it trusts, and the clips. */
const SOURCES = [
  'src/service/understanding/modalities/speech',
  'src/service/understanding/modalities/voice-activity',
  'src/service/understanding/modalities/audio',
  'scripts/bench/hearing',
];

/**
 * Opens the kept results.
 * @param seconds of each clip
 * @param name of the file
 * @param besides sources that these results do not depend on
 */
export async function openResults(seconds, name = 'vau-hearing', besides = /^$/) {
  const file = path.join(root, 'node_modules', '.cache', `${name}.json`);
  const version = versionOf(besides);
  const kept = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  const results = kept?.version === version ? kept.results : {};
  const keyOf = ({ kind, half, name }) => [kind, half, name, seconds].join(' ');
  const write = async () => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.new`, JSON.stringify({ version, results }));
    await rename(`${file}.new`, file);
  };
  let written = Promise.resolve();
  return {
    has: (clip) => keyOf(clip) in results,
    get: (clip) => results[keyOf(clip)],
    /** One at a time: several clips may be ready at once. */
    put(clip, result) {
      results[keyOf(clip)] = result;
      written = written.then(write);
      return written;
    },
  };
}

function versionOf(besides) {
  const hash = createHash('sha256');
  for (const folder of SOURCES)
    for (const name of readdirSync(path.join(root, folder), { recursive: true }).map(String).sort())
      if (/\.(ts|mjs)$/.test(name) && !besides.test(name))
        hash.update(name).update(readFileSync(path.join(root, folder, name)));
  return hash.digest('hex');
}
