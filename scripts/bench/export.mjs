/**
 * Measures the export of a million rows: time, and the most memory that vau holds, for each format. The service is a
 * small server in a process of its own, which makes up a thousand films of a thousand rows each: 100 segments, 800 spoken
 * lines and 99 texts in the picture, and the row of the file. Exits 1 when an export holds 200 MB or more.
 *
 *   npm run bench -- export [FILMS]       default 1000
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const films = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 1000);
const BUDGET_MB = 200;

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-export-'));
const server = fork(here('export-server.mjs'), [String(films)]);
try {
  const [{ url, collection }] = await once(server, 'message');
  for (const format of ['ndjson', 'csv', 'parquet', 'srt', 'otio'])
    await measure(format, { url, collection });
} finally {
  server.disconnect();
  await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
}

async function measure(format, { url, collection }) {
  const peak = path.join(folder, `${format}.peak`);
  const out = path.join(folder, format);
  const began = performance.now();
  const args = ['collection', 'export', collection, '--format', format, '--out', out, '-o', 'json'];
  const child = spawn(process.execPath, [here('../../bin/vau.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, VAU_CONFIG_DIR: path.join(folder, 'config') },
      ...{ VAU_BASE_URL: url, VAU_TOKEN: 'bench', VAU_TEST_PEAK: peak },
      NODE_OPTIONS: `--require ${here('../../test/support/peak-memory.cjs')}`,
    },
  });
  let told = '';
  child.stdout.on('data', (chunk) => {
    told += chunk;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`vau ended with status ${status}`);
  const { rows, bytes } = JSON.parse(told);
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  const megabytes = Number(await readFile(peak, 'utf8'));
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(
    `${format.padEnd(8)}${String(count).padStart(9)} rows  ${(bytes / 1e6).toFixed(1).padStart(6)} MB written  ` +
      `${seconds.toFixed(1).padStart(6)} s  peak ${megabytes} MB (budget ${BUDGET_MB})\n`,
  );
  if (megabytes >= BUDGET_MB) process.exitCode = 1;
  await rm(out, { recursive: true });
}
