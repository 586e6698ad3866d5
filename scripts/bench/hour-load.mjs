/** A mixed load: users who upload small films, list, search, extract, remove and delete, one request at a time each. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chance } from './reel/random.mjs';

const USERS = 3;
/** Files in the service at a time; the oldest goes first. */
const MOST_FILES = 40;
/** Milliseconds between two requests of a user: the machine stays usable. */
const PAUSE_MS = [100, 500];
const WORDS = ['harbour', 'ferry', 'tone', 'colour', 'night market', 'bars', 'meeting', 'budget'];

const run = promisify(execFile);

/** @returns the bytes of a few small films of some seconds, with a changing picture and a tone */
export async function makeFilms(folder) {
  const films = [];
  for (const seconds of [2, 3, 5]) {
    const file = path.join(folder, `${seconds}.mp4`);
    const input = ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=10:d=${seconds},hue=h='90*floor(t)'`];
    const tone = ['-f', 'lavfi', '-i', `sine=f=${200 * seconds}:r=16000:d=${seconds}`];
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    const ffmpeg = process.env.VAU_FFMPEG ?? 'ffmpeg';
    await run(ffmpeg, ['-nostdin', '-v', 'error', ...input, ...tone, ...codecs, file]);
    films.push(await readFile(file));
  }
  return films;
}

/**
 * Sends requests until `until` (Unix ms). The same seed sends the same ones, as far as time allows.
 * @param call asks the service: method, path, body; resolves to the answer, undefined for 404 and 409
 * @returns how often each kind of request was sent
 */
export async function mixedLoad({ call, films, until, seed = 1 }) {
  const filled = (await call('GET', '/collections?limit=20&order=created_at&sort=asc')).data.map(
    ({ id }) => id,
  );
  const collections = [];
  for (const type of ['media-descriptions', 'rich-transcripts', 'metadata'])
    collections.push((await call('POST', '/collections', { name: type, collection_type: type })).id);
  const files = [];
  const counts = {};
  const kinds = { upload, list, search, deep, extract, segment, remove, read };
  const user = async (number) => {
    const random = chance(seed + number);
    while (Date.now() < until) {
      const kind = random.pick(Object.keys(kinds));
      counts[kind] = (counts[kind] ?? 0) + 1;
      await kinds[kind](random);
      await sleep(random.between(...PAUSE_MS));
    }
  };
  await Promise.all(Array.from({ length: USERS }, (_, number) => user(number)));
  return counts;

  async function upload(random) {
    const form = new FormData();
    form.set('file', new Blob([random.pick(films), freeBox(random)]), `${random.pick(WORDS)}.mp4`);
    form.set('metadata', JSON.stringify({ camera: random.pick(['front', 'back']) }));
    const { id } = await call('POST', '/files', form);
    files.push(id);
    await call('POST', `/collections/${random.pick(collections)}/media`, { file_id: id });
    while (files.length > MOST_FILES) await call('DELETE', `/files/${files.shift()}`);
  }

  async function list(random) {
    const filter = JSON.stringify({ metadata: [{ path: 'camera', operator: 'Equal', valueText: 'front' }] });
    const queries = ['', '?order=filename&sort=asc', `?filter=${encodeURIComponent(filter)}`];
    await call('GET', `/files${random.pick(queries)}`);
    await call('GET', `/collections/${random.pick([...collections, ...filled])}/videos`);
  }

  async function search(random) {
    const scope = random.pick(['file', 'segment']);
    const among = [random.pick([collections[0], ...filled])];
    await call('POST', '/search', { scope, query: random.pick(WORDS), collections: among });
  }

  async function deep(random) {
    const knowledge_base = { source: 'collections', collections: [collections[0]] };
    await call('POST', '/deepSearch', { query: random.pick(WORDS), knowledge_base });
  }

  async function extract(random) {
    if (files.length === 0) return;
    const url = `vau://files/${random.pick(files)}`;
    const job = await call('POST', '/extract', { url, prompt: 'people' });
    if (job && random.happens(0.5)) await call('DELETE', `/extract/${job.job_id}`);
  }

  async function segment(random) {
    if (files.length === 0) return;
    const config = { strategy: 'uniform', uniform_config: { window_seconds: random.whole(2, 9) } };
    const made = await call('POST', `/files/${random.pick(files)}/segmentations`, config);
    if (made) await call('DELETE', `/segmentations/${made.segmentation_id}`);
  }

  async function remove(random) {
    if (files.length === 0) return;
    const where = `/collections/${random.pick(collections)}`;
    const file_id = random.pick(files);
    await call('DELETE', `${where}/videos/${file_id}`);
    if (random.happens(0.5)) await call('POST', `${where}/media`, { file_id });
  }

  async function read(random) {
    if (files.length > 0) await call('GET', `/files/${random.pick(files)}`);
  }
}

/** A box that readers skip: it makes a film another content. */
function freeBox(random) {
  const box = Buffer.alloc(24);
  box.writeUInt32BE(24);
  box.write('free', 4);
  for (let at = 8; at < 24; at += 4) box.writeUInt32BE(random.whole(0, 2 ** 32 - 1), at);
  return box;
}
