/**
 * One benchmark run: ingests a film like the service does, with all default modalities, and prints the cost.
 *
 *   node pipeline-run.mjs BUNDLE FILM FOLDER [upload|work|time]
 *
 * The folder is the service's, with a recogniser. With `upload` or `work` it does that only: the memory for ingesting is not
 * part of the pipeline. With `time` it does both and does not look at the memory, which takes a seventh of the processor time.
 */
import { readFile } from 'node:fs/promises';
import { watchMemory } from './tree-memory.mjs';

const [bundle, film, dataDir, phase] = process.argv.slice(2);
const { openService, logTo, giveWay } = await import(bundle);
giveWay();
const stages = [];
const log = logTo(({ time, message, fields }) => stages.push({ time, message, ...fields }));
const service = await openService({ config: { dataDir }, log, newToken: true });
try {
  if (phase !== 'work') await takeIn();
  if (phase !== 'upload') process.stdout.write(JSON.stringify(await work()));
} finally {
  await service.close();
}

async function takeIn() {
  const { id } = await upload();
  const made = await call('POST', '/collections', { name: 'bench', collection_type: 'media-descriptions' });
  await call('POST', `/collections/${made.id}/media`, { file_id: id });
}

async function work() {
  const [collection] = (await call('GET', '/collections')).data;
  const memory = phase === 'time' ? undefined : watchMemory();
  const began = Date.now();
  await service.drain();
  const wall = (Date.now() - began) / 1000;
  const peak = memory?.();
  const [collectionFile] = (await call('GET', `/collections/${collection.id}/videos`)).data;
  const where = `/collections/${collection.id}/videos/${collectionFile.file_id}/media-descriptions`;
  const described = await call('GET', where);
  const lines = Object.fromEntries(
    ['speech', 'scene_text', 'visual_scene_description'].map((name) => [name, described[name].length]),
  );
  const { status, error } = collectionFile;
  return { wall, peak, status, error, lines, providers: described.providers, stages: stagesOf(began) };
}

async function upload() {
  const form = new FormData();
  form.set('file', new Blob([await readFile(film)]), 'film.mp4');
  return call('POST', '/files', form);
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
  if (answer.status >= 400) throw new Error(`${method} ${where}: ${read.error}`);
  return read;
}

/** Seconds per modality, and per job kind from its first log line. */
function stagesOf(began) {
  const modalities = stages
    .filter(({ message }) => message === 'analysed')
    .map(({ modality, ms }) => ({ stage: modality, seconds: ms / 1000 }));
  const first = (kind) => stages.find((one) => one.kind === kind)?.time ?? began;
  const starts = { 'file.process': began, 'segmentation.process': first('segmentation.process') };
  const ends = {
    'file.process': starts['segmentation.process'],
    'segmentation.process': first('collection-file.process'),
  };
  const before = Object.keys(starts).map((stage) => ({
    stage,
    seconds: (ends[stage] - starts[stage]) / 1000,
  }));
  return [...before, ...modalities];
}
