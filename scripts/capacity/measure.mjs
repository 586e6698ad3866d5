/**
 * Measures what docs/capacity.md counts with, and writes it to docs/capacity.json: a film through the built service, with a
 * stream for sharing, and searches in stores of two sizes. Takes some minutes, and fetches the recogniser of speech. Build first:
 * node scripts/build.mjs.
 *
 *   node scripts/capacity/measure.mjs [film|store]...
 */
import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { makeFilm } from '../bench/film.mjs';
import { bundleService } from '../bench/service-bundle.mjs';
import { processorSeconds, processTree } from '../bench/tree.mjs';

/** Length of the film. */
const SECONDS = 180;

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = path.join(root, 'docs/capacity.json');
const wanted = process.argv.slice(2);
const known = JSON.parse(await readFile(target, 'utf8').catch(() => '{}'));
const { model = 'unknown' } = os.cpus()[0] ?? {};
const machine = { processor: model, processors: os.availableParallelism(), node: process.version };
const parts = { film: measureFilm, store: measureStores };
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  known[name] = { measured_at: new Date().toISOString().slice(0, 10), ...machine, ...(await measure()) };
  await writeFile(target, `${JSON.stringify(known, null, 2)}\n`);
}

/** Three minutes with speech, text and cuts, twice: the second one costs no start of recognisers. */
async function measureFilm() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-capacity-'));
  const dataDir = path.join(folder, 'data');
  const films = [];
  for (const comment of ['first', 'second'])
    films.push(await makeFilm(folder, { seconds: SECONDS, name: `${comment}.mp4`, comment }));
  // Without a recogniser nobody hears the film, and an hour of it seems to take half as long.
  await promisify(execFile)(process.execPath, [
    ...[path.join(root, 'bin/vau.js'), 'setup', 'speech', '--data-dir', dataDir, '--yes'],
  ]);
  const service = await serve(dataDir, folder);
  try {
    const collection = await service.call('POST', '/collections', {
      ...{ name: 'films', collection_type: 'media-descriptions' },
    });
    await service.film(collection.id, films[0]);
    const before = { seconds: processorSeconds(service.pid), sizes: await sizesOf(dataDir) };
    const began = Date.now();
    const file = await service.film(collection.id, films[1]);
    const wall = (Date.now() - began) / 1000;
    const processor = processorSeconds(service.pid) - before.seconds;
    const memory = processTree(service.pid).reduce((sum, { bytes }) => sum + bytes, 0);
    const share = await service.stream(file.id);
    const streaming = processorSeconds(service.pid) - before.seconds - processor;
    const after = await sizesOf(dataDir);
    return {
      seconds: file.media_info.duration_seconds,
      bitrate: Math.round((8 * file.bytes) / file.media_info.duration_seconds),
      wall_seconds: wall,
      processor_seconds: processor,
      stream_processor_seconds: streaming,
      memory_bytes: memory,
      stream_status: share,
      ...difference(after, before.sizes),
    };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function serve(dataDir, folder) {
  const words = ['serve', '--port', '0', '--workers', '1', '--data-dir', dataDir, '-o', 'json'];
  const child = spawn(process.execPath, [path.join(root, 'bin/vau.js'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      VAU_CONFIG_DIR: path.join(folder, 'config'),
      VAU_RATE_LIMIT: '0',
      VAU_LOG_LEVEL: 'error',
    },
  });
  let text = '';
  for await (const piece of child.stdout) {
    text += piece;
    if (text.includes('}')) break;
  }
  const { url } = JSON.parse(text);
  const config = JSON.parse(await readFile(path.join(folder, 'config', 'config.json'), 'utf8'));
  const { token } = Object.values(config.profiles).find(({ base_url }) => base_url === url);
  const call = async (method, where, body) => {
    const json = body !== undefined && !(body instanceof FormData);
    const headers = { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${url}${where}`, {
      method,
      headers,
      body: json ? JSON.stringify(body) : body,
    });
    const read = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${where}: ${read.error}`);
    return read;
  };
  const until = async (where, isDone) => {
    for (;;) {
      const found = await call('GET', where);
      if (isDone(found)) return found;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  const ended = ({ status }) => !['pending', 'processing'].includes(status);
  return {
    ...{ pid: child.pid, call },
    /** Uploads a film, adds it to the collection and waits until it can be searched. */
    film: async (collection, file) => {
      const form = new FormData();
      form.set('file', new Blob([await readFile(file)]), 'film.mp4');
      const { id } = await call('POST', '/files', form);
      await call('POST', `/collections/${collection}/media`, { file_id: id });
      const member = await until(`/collections/${collection}/videos/${id}`, ended);
      if (member.status !== 'completed') throw new Error(`the film ${member.status}: ${member.error}`);
      return call('GET', `/files/${id}`);
    },
    stream: async (id) => {
      const share = await call('POST', '/share', { file_id: id });
      const done = await until(`/share/${share.id}`, ({ stream_url }) => stream_url);
      return done.status ?? 'streamed';
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGINT');
      await gone;
    },
  };
}

/** Rows by table, bytes of the database without free space, and bytes of objects by folder. */
async function sizesOf(dataDir) {
  const copy = path.join(dataDir, '..', `copy-${Date.now()}.sqlite`);
  const live = new DatabaseSync(path.join(dataDir, 'vau.sqlite'));
  live.prepare('vacuum into ?').run(copy);
  live.close();
  const database = new DatabaseSync(copy);
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => name);
  const rows = Object.fromEntries(
    tables
      .filter((name) => !/_(data|idx|content|docsize|config)$/.test(name))
      .map((name) => [name, database.prepare(`select count(*) as rows from "${name}"`).get().rows]),
  );
  database.close();
  const objects = {};
  for (const kind of await readdir(path.join(dataDir, 'objects'), { withFileTypes: true }))
    if (kind.isDirectory())
      Object.assign(objects, await bytesBelow(path.join(dataDir, 'objects', kind.name), kind.name));
  return { rows, database_bytes: (await stat(copy)).size, objects };
}

async function bytesBelow(folder, name) {
  const sizes = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const kind = entry.name === 'original' ? 'originals' : name;
    sizes[kind] = (sizes[kind] ?? 0) + (await stat(path.join(entry.parentPath, entry.name))).size;
  }
  return sizes;
}

function difference(after, before) {
  const less = (one, other) =>
    Object.fromEntries(
      Object.entries(one)
        .map(([name, number]) => [name, number - (other[name] ?? 0)])
        .filter(([, number]) => number > 0),
    );
  return {
    rows: less(after.rows, before.rows),
    database_bytes: after.database_bytes - before.database_bytes,
    objects: less(after.objects, before.objects),
  };
}

/** Stores that are filled through the service's own writers, each in a process of its own. */
async function measureStores() {
  const bundle = await bundleService();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-capacity-'));
  try {
    const sizes = [];
    for (const files of [200, 1_000]) {
      const script = fileURLToPath(new URL('measure-store.mjs', import.meta.url));
      const child = fork(script, [bundle.outfile, path.join(folder, String(files)), String(files)]);
      const [measured] = await once(child, 'message');
      await once(child, 'exit');
      sizes.push(measured);
    }
    return { sizes };
  } finally {
    await bundle.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
