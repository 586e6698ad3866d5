/**
 * Measures how honest the default speech recogniser is: how many of the recognised words pass as trusted, of clean English
 * and of what is not (other languages, music, noise). The clips are made from what Debian's packages carry, as far as they
 * are installed. The weights (pocketsphinx/judge-weights.ts) are fitted on the half `fit` only. Also prints what a
 * second of each kind costs, because hard audio must not take longer than easy audio.
 * The exit status is 1 when another half misses the budget.
 *
 * What was recognised is kept in node_modules/.cache until the sources of the recognition change, so that a run that
 * stopped goes on where it was: it stops by itself after --minutes, with exit status 3 while clips are missing.
 *
 *   apt-get install pocketsphinx pocketsphinx-en-us pocketsphinx-testdata espeak-ng festival festvox-kallpc16k \
 *     festvox-kdlpc16k festvox-us-slt-hts asterisk-core-sounds-{en,es,fr,it,ru}-wav asterisk-prompt-it-menardi-wav \
 *     klettres-data ktuberling-data supertux-data hedgewars-data wesnoth-1.16-music opencv-doc \
 *     asterisk-core-sounds-en-g722 codec2-examples tuxpaint-stamps-default fillets-ng-data-{cs,nl} festival-ca \
 *     festvox-{italp16k,itapc16k,suopuhe-lj,suopuhe-mv,ca-ona-hts} fretsonfire-songs-{sectoid,muldjord}
 *   npm run bench -- hearing [--unseen] [--later] [--fit] [--seconds N] [--minutes N]     seconds of each clip, default 12; default 9 minutes
 *
 * --fit fits the weights of src/service/understanding/speech/pocketsphinx/judge-weights.ts on the half `fit`, and prints them
 * with cross-validated figures.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CLIPS } from './hearing/clips.mjs';
import { fitJudge } from './hearing/fit.mjs';
import { openResults } from './hearing/results.mjs';
import { bundleService } from './service-bundle.mjs';

/** Shares of the recognised words that pass as trusted: at least of clean English, at most of the rest. */
const BUDGET = { english: 0.9, others: 0.05 };
const BAD = ['language', 'music', 'noise'];

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const SECONDS = option('seconds', 12);
const asked = ['unseen', 'later'].filter((half) => process.argv.includes(`--${half}`));
const HALVES = asked.length > 0 ? asked : ['fit', 'unseen', 'later'];
const until = Date.now() + option('minutes', 9) * 60_000;

const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-hearing-'));
const bundle = await bundleService();
const modules = await import(bundle.outfile);
const there = CLIPS.filter(({ needs }) => existsSync(needs));
let spent = 0;
let service;
try {
  if (process.argv.includes('--fit'))
    process.exitCode = await fitJudge(modules, there, { folder, seconds: SECONDS, until });
  else await measure(there.filter(({ half }) => HALVES.includes(half)));
} finally {
  await service?.close();
  await bundle.remove();
  await rm(folder, { recursive: true, force: true });
}

async function measure(clips) {
  const log = modules.logTo(({ message, fields }) => {
    if (message === 'analysed' && fields?.modality === 'speech') spent = fields.ms;
  });
  const speech = { providers: ['pocketsphinx'], pocketsphinx: true };
  const results = await openResults(SECONDS);
  const config = { dataDir: path.join(folder, 'data'), speech };
  service = await modules.openService({ config, log, newToken: true });
  const { id } = await call('POST', '/collections', {
    name: 'hearing',
    collection_type: 'rich-transcripts',
  });
  for (const clip of clips) {
    if (results.has(clip)) continue;
    if (Date.now() > until) break;
    await results.put(clip, await hear(id, clip));
  }
  const heard = clips.filter(results.has).map((clip) => ({ ...clip, ...results.get(clip) }));
  for (const row of heard) printRow(row);
  for (const kind of [...new Set(heard.map((one) => one.kind))]) printKind(heard, kind);
  for (const half of HALVES) printHalf(heard, half);
  if (heard.length < clips.length) {
    console.log(`${clips.length - heard.length} of ${clips.length} clips are missing: run it again to go on`);
    process.exitCode = 3;
  }
}

async function hear(collection, clip) {
  const file = path.join(folder, 'clip.wav');
  clip.make(file, SECONDS);
  const form = new FormData();
  form.set('file', new Blob([await readFile(file)]), `${clip.name}.wav`);
  const { id } = await call('POST', '/files', form);
  await call('POST', `/collections/${collection}/media`, { file_id: id });
  spent = 0;
  await service.drain();
  const where = `/collections/${collection}/videos/${id}/rich-transcripts?include_untrusted=true`;
  const { speech: lines = [] } = await call('GET', where);
  return {
    ms: spent,
    lines: lines.map(({ text, confidence, trusted }) => ({ text, confidence, trusted: trusted !== false })),
  };
}

function wordsOf(lines) {
  return lines.reduce((sum, { text }) => sum + text.split(' ').length, 0);
}

function trustedOf(lines) {
  return wordsOf(lines.filter(({ trusted }) => trusted));
}

function printRow({ kind, half, name, lines }) {
  const sure = lines.map(({ confidence }) => confidence?.toFixed(2)).join(' ');
  const counts = `${String(trustedOf(lines)).padStart(4)} of ${String(wordsOf(lines)).padStart(4)}`;
  console.log(`${kind.padEnd(18)}${half.padEnd(7)}${name.slice(0, 40).padEnd(41)}${counts}  ${sure}`);
}

function printKind(heard, kind) {
  const own = heard.filter((one) => one.kind === kind);
  const perSecond = own.reduce((sum, { ms }) => sum + ms, 0) / own.length / SECONDS;
  console.log(`${kind}: ${own.length} clips, ${shareOf(own)}, ${perSecond.toFixed(0)} ms for each second`);
}

function printHalf(heard, half) {
  const own = heard.filter((one) => one.half === half);
  const english = own.filter(({ kind, synthetic }) => kind === 'english' && !synthetic);
  const others = own.filter(({ kind }) => BAD.includes(kind));
  const missed = share(english) < BUDGET.english || share(others) > BUDGET.others;
  console.log(
    `${half}: clean English ${shareOf(english)} (budget ${BUDGET.english}); ` +
      `${others.length} other clips, ${others.filter(({ real }) => real).length} of them recordings: ${shareOf(others)} (budget ${BUDGET.others})`,
  );
  if (half !== 'fit' && missed) process.exitCode = 1;
}

function share(rows) {
  const lines = rows.flatMap((row) => row.lines);
  return trustedOf(lines) / Math.max(1, wordsOf(lines));
}

function shareOf(rows) {
  const words = wordsOf(rows.flatMap((row) => row.lines));
  return `${(share(rows) * 100).toFixed(1)} % of ${words} words trusted`;
}

async function call(method, where, body) {
  const json = body !== undefined && !(body instanceof FormData);
  const headers = {
    authorization: `Bearer ${service.token}`,
    ...(json ? { 'content-type': 'application/json' } : {}),
  };
  const sent = {
    method,
    headers,
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
  };
  const answer = await service.app.request(`/v1${where}`, sent);
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${where}: ${read.error}`);
  return read;
}
