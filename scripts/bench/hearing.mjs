/**
 * Measures the default speech recogniser: words that are wrong, places of words, what is trusted of English and of what is
 * not (other languages, music, songs, noise), and processor time, because hard audio must not take longer than easy audio.
 * The exit status is 1 when a budget (hearing/report.mjs) is missed. What is trusted is judged on the half `unseen`: the
 * weights (modalities/speech/moonshine/trust-weights.ts) are fitted on other speakers, languages and sources, the half `fit`.
 *
 * What was recognised is kept in node_modules/.cache until the sources of the recognition change, so that a run that
 * stopped goes on where it was: it stops by itself after --minutes, with exit status 3 while clips are missing.
 *
 *   apt-get install ffmpeg espeak-ng festival festvox-{kallpc16k,kdlpc16k,us-slt-hts} pocketsphinx-testdata sphinxtrain \
 *     alsa-utils beneath-a-steel-sky asterisk-core-sounds-{en-g722,es-wav,fr-wav,it-wav,ru-wav} \
 *     asterisk-prompt-it-menardi-wav klettres-data ktuberling-data tuxpaint-stamps-default fillets-ng-data-{cs,nl} \
 *     festival-ca festvox-{italp16k,itapc16k,suopuhe-lj,suopuhe-mv,ca-ona-hts} supertux-data hedgewars-data \
 *     wesnoth-1.16-{music,data} fretsonfire-songs-{sectoid,muldjord} sound-theme-freedesktop
 *   npm run build && vau setup speech
 *   npm run bench -- hearing [--data FOLDER] [--set FOLDER] [--half fit|unseen] [--seconds N] [--minutes N] [--fit | --sure]
 *
 * --data     the data folder with the recogniser that vau setup brought, default that of vau; nothing is written there
 * --set      measure the clips of a folder instead: audio files, and words.tsv with the columns file, language (`none`
 *            without speech) and words
 * --seconds  of each clip without known words, default 12
 * --minutes  after which no further clip is begun, default 9
 * --fit      fit the weights on the half `fit`, and print them with cross-validated figures
 * --sure     print how far the confidence of lines holds on the half `unseen`, spoken clearly, by telephone, through codecs,
 *            in rooms, noise, music and other voices (hearing/spoiled.mjs)
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CLIPS } from './hearing/clips.mjs';
import { SPOILED } from './hearing/english.mjs';
import { evidenceOf } from './hearing/evidence.mjs';
import { fitTrust } from './hearing/fit.mjs';
import { clipsOf } from './hearing/folder.mjs';
import { report } from './hearing/report.mjs';
import { openResults } from './hearing/results.mjs';
import { reportRight } from './hearing/right.mjs';
import { samplesOf, writeSamples } from './hearing/sound.mjs';
import { linkRecogniser } from './recogniser.mjs';
import { bundleService } from './service-bundle.mjs';
import { processTree } from './tree.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : fallback;
};
const SECONDS = Number(option('seconds', 12));
const SET = option('set');
const HALF = option('half');
if (HALF !== undefined && HALF !== 'fit' && HALF !== 'unseen')
  throw new Error(`--half is "${HALF}"; use fit or unseen`);
const until = Date.now() + Number(option('minutes', 9)) * 60_000;

const WARM_UP = {
  name: 'warm-up',
  make: (file) =>
    writeSamples(
      samplesOf(['-f', 'lavfi', '-i', "flite=text='The recogniser is loaded with this sentence.'"]),
      file,
    ),
};

const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-hearing-'));
const dataDir = path.join(folder, 'data');
const bundle = await bundleService();
const modules = await import(bundle.outfile);
const all = SET ? clipsOf(SET) : CLIPS;
const there = all.filter(({ needs, half }) => existsSync(needs) && (!HALF || half === HALF));
let analysed;
let service;
try {
  await linkRecogniser(dataDir);
  const how = { dataDir, folder, seconds: SECONDS, until };
  const more = [...SPOILED, ...there];
  if (process.argv.includes('--fit')) process.exitCode = await fitTrust(modules, more, how);
  else if (process.argv.includes('--sure')) {
    const unseen = more.filter(({ half }) => half === 'unseen');
    const heard = await evidenceOf(modules, unseen, how);
    process.exitCode = heard.length < unseen.length ? 3 : reportRight(modules, heard);
  } else await measure(there);
} finally {
  await service?.close();
  await bundle.remove();
  await rm(folder, { recursive: true, force: true });
}

async function measure(clips) {
  const log = modules.logTo(({ message, fields }) => {
    if (message === 'analysed' && fields?.modality === 'speech') analysed = spent();
  });
  const results = await openResults(
    SECONDS,
    SET ? 'vau-hearing-set' : 'vau-hearing',
    /^(report|heard|words|fit|results|right|evidence|spoiled)\./,
  );
  service = await modules.openService({
    config: { dataDir, speech: { providers: ['moonshine'] } },
    log,
    newToken: true,
  });
  const { id } = await call('POST', '/collections', { name: 'hearing', collection_type: 'rich-transcripts' });
  const open = clips.filter((clip) => !results.has(clip));
  // Loading the model is not measured: a service loads it once.
  if (open[0]) await hear(id, WARM_UP);
  for (const clip of open) {
    if (Date.now() > until) break;
    await results.put(clip, await hear(id, clip));
  }
  const heard = clips.filter(results.has).map((clip) => ({ ...clip, ...results.get(clip) }));
  const missed = report(heard);
  if (heard.length < clips.length) {
    console.log(`${clips.length - heard.length} of ${clips.length} clips are missing: run it again to go on`);
    process.exitCode = 3;
  } else if (missed.length > 0) process.exitCode = 1;
  if (!SET && there.length < all.length && !HALF)
    console.log(`${all.length - there.length} clips could not be made: their packages are not installed`);
}

async function hear(collection, clip) {
  const file = path.join(folder, 'clip.wav');
  const said = clip.make(file, SECONDS);
  const form = new FormData();
  form.set('file', new Blob([await readFile(file)]), `${path.basename(clip.name)}.wav`);
  const { id } = await call('POST', '/files', form);
  await call('POST', `/collections/${collection}/media`, { file_id: id });
  const before = spent();
  analysed = undefined;
  await service.drain();
  if (analysed === undefined) throw new Error(`${clip.name} was not heard`);
  const options = 'include_untrusted=true&include_word_timestamps=true';
  const where = `/collections/${collection}/videos/${id}/rich-transcripts?${options}`;
  const { speech: lines = [] } = await call('GET', where);
  const seconds = ((await stat(file)).size - 44) / 32_000;
  const [cpu, model] = ['all', 'model'].map((name) => analysed[name] - before[name]);
  return { cpu, model, seconds, lines: lines.map(lineOf), ...(Array.isArray(said) && { said }) };
}

/** Processor seconds of all processes, and of those that run a model. */
function spent() {
  const tree = processTree(process.pid);
  const sum = (some) => some.reduce((total, { seconds }) => total + seconds, 0);
  return { all: sum(tree), model: sum(tree.filter(({ pid }) => commandOf(pid).includes('moonshine.js'))) };
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function lineOf({ text, start_time, words, confidence, trusted, doubt }) {
  const timed = words?.map(({ word, start_time: start }) => ({ word, start }));
  return { text, start: start_time, words: timed, confidence, trusted: trusted !== false, doubt };
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
