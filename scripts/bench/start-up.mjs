/**
 * Measures start-up: the processor time (user and system) of some commands relative to an empty Node script of the
 * kind that vau's launcher is, CommonJS; an empty module takes longer.
 * The commands alternate within one run, so that load affects all of them. Prints a table with peak memory;
 * exits 1 when a command fails or exceeds its budget.
 *
 *   npm run bench -- start-up [ROUNDS]      default 15 rounds; the median counts
 *
 * NODE_EXTRA_CA_CERTS is unset during the benchmark: it triples Node's own start-up time.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { recordRatios } from './record.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 15);
const file = '0b8f3c1e-51f0-4d7e-8a5c-2f6f6f1f0a11';
const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-'));
const { server, url } = await serve();

const vau = path.join(root, 'bin/vau.js');
const cases = [
  { name: 'empty script', args: [path.join(folder, 'empty.cjs')] },
  { name: 'empty module', args: [path.join(folder, 'empty.mjs')] },
  { name: 'vau --version', args: [vau, '--version'], budget: 1.4 },
  { name: 'vau --help', args: [vau, '--help'], budget: 1.4 },
  { name: 'vau tag --help', args: [vau, 'tag', '--help'], budget: 1.4 },
  { name: 'vau share create --help', args: [vau, 'share', 'create', '--help'], budget: 1.4 },
  { name: 'vau completion bash', args: [vau, 'completion', 'bash'], budget: 1.3 },
  { name: 'vau config list', args: [vau, 'config', 'list'], budget: 1.7 },
  { name: 'vau commands -o json', args: [vau, 'commands', '-o', 'json'], budget: 2.5 },
  { name: 'vau file get (one GET)', args: [vau, 'file', 'get', file, '-o', 'json'], budget: 2.2 },
  { name: 'vau collection list', args: [vau, 'collection', 'list'], budget: 2.2 },
].map((one) => ({ ...one, times: [], memory: [], status: 0 }));

try {
  for (const name of ['empty.cjs', 'empty.mjs']) await writeFile(path.join(folder, name), '');
  await writeFile(path.join(folder, 'usage.cjs'), usageHook());
  for (const one of cases) await measure(one); // warms the disk cache, not counted
  for (const one of cases) one.times.length = one.memory.length = 0;
  for (let round = 0; round < rounds; round += 1) for (const one of cases) await measure(one);
  print();
} finally {
  server.close();
  await rm(folder, { recursive: true, force: true });
}

/** One run of one case: processor time in ms and peak memory in MB, as the process itself reports them. */
async function measure(one) {
  const report = path.join(folder, 'usage.json');
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    VAU_CONFIG_DIR: path.join(folder, 'config'),
    VAU_BASE_URL: url,
    VAU_TOKEN: 'bench',
    BENCH_REPORT: report,
  };
  const run = promisify(execFile)(
    process.execPath,
    ['--require', path.join(folder, 'usage.cjs'), ...one.args],
    { env, cwd: folder },
  );
  await run.catch((error) => {
    one.status = error.code;
  });
  const { ms, mb } = JSON.parse(await readFile(report, 'utf8'));
  one.times.push(ms);
  one.memory.push(mb);
}

/** Runs in each measured process when it exits; it costs the empty script the same. */
function usageHook() {
  return `process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage = { ms: (userCPUTime + systemCPUTime) / 1000, mb: maxRSS / 1024 };
    require('node:fs').writeFileSync(process.env.BENCH_REPORT, JSON.stringify(usage));
  });`;
}

function print() {
  const base = median(cases[0].times);
  recordRatios(
    cases
      .filter(({ budget }) => budget)
      .map(({ name, times, budget }) => [name, median(times) / base, budget]),
  );
  console.log(
    `processor time of ${rounds} rounds on Node ${process.version}, median; ratio to an empty script`,
  );
  for (const { name, times, memory, budget, status } of cases) {
    const ratio = (median(times) / base).toFixed(2);
    const wanted = budget ? `budget ${budget}` : '';
    const within = budget ? 'ok' : '';
    const failed = status ? `exit ${status}` : budget && Number(ratio) > budget ? 'TOO SLOW' : within;
    if (failed && failed !== 'ok') process.exitCode = 1;
    console.log(
      [
        name.padEnd(24),
        `${median(times).toFixed(0)} ms`.padStart(7),
        ratio.padStart(6),
        wanted.padEnd(11),
        `${median(memory).toFixed(0)} MB`.padStart(7),
        failed,
      ].join('  '),
    );
  }
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

async function serve() {
  const films = { id: file, object: 'collection', name: 'Films', created_at: 1, file_count: 3 };
  const collections = { object: 'list', data: [films], total: 1, limit: 50, offset: 0 };
  const listening = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url.startsWith('/v1/collections')) return response.end(JSON.stringify(collections));
    response.end(
      JSON.stringify({ id: file, status: 'completed', filename: 'a.mp4', bytes: 1, created_at: 1 }),
    );
  });
  await new Promise((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return { server: listening, url: `http://127.0.0.1:${listening.address().port}/v1` };
}
