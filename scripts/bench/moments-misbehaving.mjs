/**
 * The whole labelled set of moments with a scripted language model that misbehaves: every criterion over every film of
 * its set, through the service's HTTP. Each run is given one kind of misbehaviour (test/support/misbehaving-model.ts). No
 * run may be lost, each must end as its kind says, and nothing invented may be kept.
 * The exit status is 1 otherwise.
 *
 *   npm run bench -- moments-misbehaving [--films N]     the first N films of each set; default all
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { criterionOf, filmsOf, labelledSets } from './moments/material.mjs';
import { bundleService } from './service-bundle.mjs';

/** Runs wait for responses that do not come, so several are at work at the same time. */
const AT_ONCE = 8;

const option = process.argv.indexOf('--films');
const most = option > 0 ? Number(process.argv[option + 1]) : Number.POSITIVE_INFINITY;
const noEncoder = { encode: async (texts) => texts.map(() => undefined) };
const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-misbehaving-'));
const bundle = await bundleService();
const { openService, misbehavingModel, inventedIn, KINDS, MISBEHAVIOURS } = await import(bundle.outfile);
/** Of a criterion and a film: the speakers are named after their film. */
const kindOf = (criterion, speaker) => {
  const film = /\((.+)\)$/.exec(speaker)?.[1] ?? '';
  return KINDS[createHash('sha256').update(`${criterion} ${film}`).digest().readUInt32BE(0) % KINDS.length];
};
const model = await misbehavingModel(kindOf, 0.25);
const service = await openService({
  config: { dataDir: path.join(folder, 'data'), language: model.endpoint },
  newToken: true,
});
const rows = new Map(
  KINDS.map((kind) => [kind, { runs: 0, completed: 0, failed: 0, moments: 0, wrong: [] }]),
);
try {
  for (const one of await labelledSets(['own', 'other'])) await measured(one);
  report();
} finally {
  await service.close();
  await model.close();
  await bundle.remove();
  await rm(folder, { recursive: true, force: true });
}

async function measured({ name, films: labelled, criteria }) {
  const { id: collection } = await call('POST', '/collections', { name, collection_type: 'moments' });
  const films = new Map();
  for (const film of (await filmsOf(labelled, noEncoder)).slice(0, most)) {
    const id = await upload(film);
    films.set(id, { ...film, lines: film.evidence });
    await call('POST', `/collections/${collection}/media`, { file_id: id });
  }
  await work();
  for (const one of criteria) {
    const criterion = criterionOf(one);
    await call('POST', `/collections/${collection}/moment-criteria`, { criterion, min_duration_seconds: 1 });
    await work();
  }
  const attachments = (await call('GET', `/collections/${collection}`)).moments_config.criteria;
  const runs = await all('/find-moments', 'runs');
  for (const attachment of attachments) {
    const { criterion_name: name, files_completed: completed, files_failed: failed } = attachment;
    const own = runs.filter(
      ({ url, find_moments_config: config }) =>
        config.criterion_hash === attachment.criterion_hash && films.has(fileIn(url)),
    );
    const status = failed > 0 ? 'completed_with_failures' : 'completed';
    const lost =
      own.length !== films.size ||
      completed + failed !== films.size ||
      attachment.backfill_status !== status ||
      own.filter((run) => run.status === 'failed').length !== failed;
    if (lost) rows.get('none').wrong.push(`${name}: ${own.length} runs, ${completed} + ${failed} counted`);
    const query = `&criterion_name=${name}`;
    const moments = await all(`/collections/${collection}/moments`, 'moments', query);
    for (const run of own)
      count(
        name,
        films.get(fileIn(run.url)),
        run,
        moments.filter(({ job_id }) => job_id === run.job_id),
      );
  }
}

async function work() {
  await Promise.all(Array.from({ length: AT_ONCE }, () => service.drain()));
}

function count(criterion, film, run, moments) {
  const kind = kindOf(criterion, speakerIn(film, film.evidence[0]));
  const row = rows.get(kind);
  const { ends, keeps } = MISBEHAVIOURS[kind];
  row.runs += 1;
  if (run.status in row) row[run.status] += 1;
  row.moments += moments.length;
  if (run.status !== ends || (run.status === 'failed') !== (run.error !== undefined))
    row.wrong.push(`${criterion} ${film.id}: ${run.status} ${run.error ?? ''}`);
  if (moments.length > 0 !== keeps) row.wrong.push(`${criterion} ${film.id}: ${moments.length} moments`);
  for (const moment of moments)
    for (const invented of inventedIn(moment, film)) row.wrong.push(`${criterion} ${film.id}: ${invented}`);
}

function report() {
  console.log('misbehaviour'.padEnd(38), 'runs  completed  failed  questions  moments  wrong');
  for (const [kind, { runs, completed, failed, moments, wrong }] of rows)
    console.log(
      kind.padEnd(38),
      ...[runs, completed, failed, model.asked.get(kind) ?? 0, moments, wrong.length].map((number, at) =>
        String(number).padStart([4, 10, 7, 10, 8, 6][at]),
      ),
    );
  const sum = (name) => [...rows.values()].reduce((total, row) => total + row[name], 0);
  const wrong = [...rows.values()].flatMap((row) => row.wrong);
  console.log(
    `${sum('runs')} runs: ${sum('completed')} completed, ${sum('failed')} failed with a reason; ${sum('moments')} moments kept; ${wrong.length} lost, ended otherwise or invented`,
  );
  for (const one of wrong.slice(0, 20)) console.log(`  ${one}`);
  if (wrong.length > 0) process.exitCode = 1;
}

function speakerIn({ id }, { speaker = 'Somebody' }) {
  return `${speaker.split(' ')[0]} (${id})`;
}

/** Silence, with the film's lines as subtitles. */
async function upload(film) {
  const cues = film.evidence.map(
    (line) => `${clock(line.start)} --> ${clock(line.end)}\n<v ${speakerIn(film, line)}>${line.text}\n`,
  );
  const form = new FormData();
  form.set('file', new Blob([silence(film.duration)]), `${film.id}.wav`);
  form.set('subtitles', new Blob([`WEBVTT\n\n${cues.join('\n')}`]), `${film.id}.vtt`);
  return (await call('POST', '/files', form)).id;
}

function clock(seconds) {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}

/** A WAV file: 8 kHz, 8 bits, mono. */
function silence(seconds) {
  const bytes = Math.ceil(seconds * 8000);
  const file = Buffer.alloc(44 + bytes, 128);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(8000, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(bytes, 40);
  return file;
}

function fileIn(url) {
  return url.slice(url.lastIndexOf('/') + 1);
}

async function all(where, name, query = '') {
  const found = [];
  let cursor = '';
  do {
    const page = await call('GET', `${where}?limit=100${query}${cursor && `&cursor=${cursor}`}`);
    found.push(...page[name]);
    cursor = page.next_cursor ?? '';
  } while (cursor);
  return found;
}

async function call(method, where, body) {
  const json = body !== undefined && !(body instanceof FormData);
  const answer = await service.app.request(`/v1${where}`, {
    method,
    headers: {
      authorization: `Bearer ${service.token}`,
      ...(json ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
  });
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${where}: ${read.error}`);
  return read;
}
