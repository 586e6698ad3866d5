/**
 * Measures a request: the server's processor time (user and system) for GET file, and for a bare Hono handler with the
 * same sign-in in the same process. The two alternate in small blocks, so that load affects both. Exits 1 when a GET
 * costs more than twice the bare handler. A list of 50 files is shown as well.
 *
 *   npm run bench -- request [ROUNDS]       default 15 rounds of 400 requests each; the median counts
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { recordRatios } from './record.mjs';
import { bundleService } from './service-bundle.mjs';

const rounds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 15);
const REQUESTS = 400;
const AT_ONCE = 8;
/** Rounds before those that count: until then, much of the time goes into compiling hot code. */
const WARM_UP = 12;
/** Least part of a bare handler's rate. */
const BUDGET = 0.5;

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const bundle = await bundleService();
const server = fork(fileURLToPath(new URL('request-server.mjs', import.meta.url)), [bundle.outfile]);
try {
  const [{ service, bare, where, list, token }] = await once(server, 'message');
  const cases = [
    { name: 'bare Hono, signed in', url: `${bare}${where}`, requests: REQUESTS, times: [] },
    { name: 'GET file', url: `${service}${where}`, requests: REQUESTS, times: [] },
    { name: 'list of 50', url: `${service}${list}`, requests: REQUESTS / 8, times: [] },
  ];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const one of cases) {
      const ms = await measure(one, token);
      if (round >= 0) one.times.push(ms);
    }
  }
  print(cases);
} finally {
  agent.destroy();
  if (server.connected) server.disconnect();
  await once(server, 'exit');
  await bundle.remove();
}

/** The server's processor time for one request of a block, in milliseconds. */
async function measure({ url, requests }, token) {
  const before = await processorTime();
  let left = requests;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await request(url, token);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return ((await processorTime()) - before) / requests;
}

async function processorTime() {
  server.send('time');
  const [ms] = await once(server, 'message');
  return ms;
}

function request(url, token) {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on('end', resolve).on('error', reject);
    });
    sent.on('error', reject);
  });
}

function print(cases) {
  const [bare] = cases;
  console.log(
    `processor time a request, median of ${rounds} rounds on Node ${process.version}; rate relative to bare`,
  );
  for (const { name, times } of cases) {
    const rate = median(times.map((ms, round) => bare.times[round] / ms));
    const slow = name === 'GET file' && rate < BUDGET;
    if (name !== bare.name) recordRatios([[name, 1 / rate, name === 'GET file' ? 1 / BUDGET : undefined]]);
    if (slow) process.exitCode = 1;
    const shown = [
      name.padEnd(24),
      `${median(times).toFixed(3)} ms`.padStart(10),
      rate.toFixed(2).padStart(6),
    ];
    console.log([...shown, name === 'GET file' ? `budget ${BUDGET}` : '', slow ? 'TOO SLOW' : ''].join('  '));
  }
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
