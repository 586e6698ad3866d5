/**
 * Measures `vau file upload FOLDER` with 200 small files against the time that the service alone needs: the same
 * requests from this process, four at once. Each side has a fresh service and waits until every file is processed.
 * The exit status is 1 when the best round takes more than BUDGET times as long.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FILES = 200;
const AT_ONCE = 4;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2);
const BUDGET = 1.5;

const bin = fileURLToPath(new URL('../../bin/vau.js', import.meta.url));
const print = (line) => process.stdout.write(`${line}\n`);
const media = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-folder-'));
try {
  for (let number = 0; number < FILES; number += 1)
    await writeFile(path.join(media, `${String(number).padStart(3, '0')}.wav`), tone(number));
  const ratios = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await withService(serviceAlone);
    const vau = await withService(withVau);
    ratios.push(vau.all / alone.all);
    print(`service alone  sent in ${seconds(alone.sent)}, processed in ${seconds(alone.all)}`);
    print(`vau            sent in ${seconds(vau.sent)}, processed in ${seconds(vau.all)}`);
  }
  const best = Math.min(...ratios);
  print(`${FILES} files: ${best.toFixed(2)} times the service alone, budget ${BUDGET}`);
  if (best > BUDGET) process.exitCode = 1;
} finally {
  await rm(media, { recursive: true, force: true });
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** A tenth of a second of sound as a WAV file, different for each number. */
function tone(number) {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(836, 4);
  head.write('WAVEfmt ', 8);
  for (const [value, at] of [
    [16, 16],
    [8000, 24],
    [8000, 28],
    [800, 40],
  ])
    head.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ])
    head.writeUInt16LE(value, at);
  head.write('data', 36);
  return Buffer.concat([
    head,
    Buffer.from(Array.from({ length: 800 }, (_, at) => (at * (number + 3)) % 256)),
  ]);
}

/** Runs `work` with a fresh service, and stops it. */
async function withService(work) {
  const home = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-home-'));
  const env = {
    ...{ PATH: process.env.PATH, HOME: home, VAU_CONFIG_DIR: path.join(home, 'config') },
    ...{
      VAU_DATA_DIR: path.join(home, 'data'),
      VAU_RATE_LIMIT: '0',
      VAU_EMBEDDINGS: 'off',
      VAU_OBJECTS: 'off',
    },
  };
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', '-o', 'json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    let said = '';
    for await (const chunk of child.stdout) {
      said += chunk;
      if (said.trimEnd().endsWith('}')) break;
    }
    const { url } = JSON.parse(said);
    const config = JSON.parse(await readFile(path.join(home, 'config', 'config.json'), 'utf8'));
    const { token } = Object.values(config.profiles)[0];
    return await work(url, token, env);
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function serviceAlone(url, token) {
  const headers = { authorization: `Bearer ${token}` };
  const began = performance.now();
  const names = (await readdir(media)).values();
  const send = async () => {
    for (const name of names) {
      const form = new FormData();
      form.set('file', new Blob([await readFile(path.join(media, name))]), name);
      const answer = await fetch(`${url}/files`, { method: 'POST', headers, body: form });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  const sent = performance.now() - began;
  await processed(url, headers);
  return { sent, all: performance.now() - began };
}

async function processed(url, headers) {
  for (;;) {
    const answer = await fetch(`${url}/files?status=completed&limit=1`, { headers });
    if ((await answer.json()).total >= FILES) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Sends them, and in another service sends and waits: the second is what counts. */
async function withVau(url, token, env) {
  const began = performance.now();
  await upload(url, token, env);
  const sent = performance.now() - began;
  await processed(url, { authorization: `Bearer ${token}` });
  return { sent, all: performance.now() - began };
}

async function upload(url, token, env) {
  const child = spawn(process.execPath, [bin, 'file', 'upload', media], {
    env: { ...env, VAU_BASE_URL: url, VAU_TOKEN: token },
    stdio: 'ignore',
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`vau file upload ended with ${status}`);
}
