/**
 * What the default recogniser hears of the labelled films, kept as text with times in node_modules/.cache while the words,
 * the voices and the sources of the hearing stay the same: so a second run hears nothing, and one that was stopped goes on.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { recogniserFolder } from '../recogniser.mjs';
import { bundleService } from '../service-bundle.mjs';
import { PACKAGES, speak } from './speak.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = path.join(root, 'node_modules', '.cache');
const kept = path.join(cache, 'vau-films-heard');

/** What the recognised text depends on, besides the words. */
const SOURCES = [
  'src/service/understanding/modalities/speech',
  'src/service/understanding/modalities/voice-activity',
  'src/service/understanding/modalities/audio',
  'scripts/bench/search/speak.mjs',
  'scripts/bench/hearing/sound.mjs',
];

/** Films are heard for so many minutes, unless --minutes says how many: 5 seconds of processor time for each film. */
const MINUTES = Number(option('minutes') ?? 60);
const until = Date.now() + MINUTES * 60_000;

/**
 * Hears films that were not heard yet, and says so.
 * @param films of a set, with their `id` and `lines`
 * @param modules of the service's bundle; default: bundled where something is to be heard
 * @returns by film `{lines: {start, end, text}[], spans: {start, end}[]}`: what was heard and is trusted, and the seconds of
 *   each written line; without the films that there was no time for
 * @throws Error naming what is missing to speak or to hear
 */
export async function hearFilms(films, modules) {
  const sources = sourcesHash();
  const heard = new Map();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-films-'));
  let bundle;
  try {
    for (const [number, film] of films.entries()) {
      const file = path.join(kept, `${film.id}.json`);
      const key = hashOf([sources, number, JSON.stringify(film.lines)]);
      const known = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
      if (known?.key === key) heard.set(film.id, known);
      else if (Date.now() < until) {
        process.stderr.write(`hearing ${film.id}\n`);
        bundle ??= modules ? undefined : await bundleService();
        const result = await hear(film, number, modules ?? (await import(bundle.outfile)), folder);
        await mkdir(kept, { recursive: true });
        await writeFile(`${file}.new`, JSON.stringify({ key, ...result }));
        await rename(`${file}.new`, file);
        heard.set(film.id, result);
      }
    }
  } finally {
    await bundle?.remove();
    await rm(folder, { recursive: true, force: true });
  }
  return heard;
}

async function hear(film, number, modules, folder) {
  const file = path.join(folder, 'film.wav');
  const spans = spoken(film, number, file);
  const plan = await modules
    .moonshineSpeech(recogniserFolder(), {})
    .plan({ mediaPath: file, ffmpeg: await modules.locateFfmpeg({}) });
  const { lines } = await plan.run(new AbortController().signal);
  return { lines: lines.map(({ start, end, text }) => ({ start, end, text })), spans };
}

function spoken(film, number, file) {
  try {
    return speak(film, number, file);
  } catch (error) {
    throw new Error(`the films cannot be spoken; install what speaks: apt-get install ${PACKAGES}`, {
      cause: error,
    });
  }
}

function option(name) {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : undefined;
}

function sourcesHash() {
  const files = SOURCES.flatMap((source) => {
    if (source.endsWith('.mjs')) return [source];
    const names = readdirSync(path.join(root, source), { recursive: true }).map(String).sort();
    // Subtitles are not heard.
    const own = names.filter((name) => name.endsWith('.ts') && !name.startsWith(`subtitles${path.sep}`));
    return own.map((name) => path.join(source, name));
  });
  return hashOf(files.flatMap((file) => [file, readFileSync(path.join(root, file))]));
}

function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(String(part)).update('\0');
  return hash.digest('hex');
}
