#!/usr/bin/env node
/**
 * Runs the tests that go through the service's front door on a PostgreSQL store: the conformance suite, the rules, the
 * resources. It starts a server of its own in a temporary folder, from the system's PostgreSQL, and stops it afterwards.
 *
 *   npm run test:cluster                  all of them
 *   npm run test:cluster -- test/...      some of them
 *
 * PostgreSQL refuses to run as root; then it runs as the system's user postgres.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** What goes through the front door, and the queue. */
const USUAL = [
  'test/conformance',
  'test/service/accounts',
  'test/service/events',
  'test/service/http',
  'test/service/jobs',
  'test/service/links',
  'test/service/monitoring',
  'test/service/pages',
  'test/service/resources',
  'test/service/search',
  'test/service/store/postgres',
  'test/service/store/words',
  'test/faults/cluster',
];

/** The folder of PostgreSQL's programs. As root on Debian, what is missing is installed. */
async function programs() {
  const there = folderOfPrograms();
  if (there) return there;
  if (process.getuid?.() === 0 && !process.env.VAU_TEST_NO_SETUP) {
    console.error('Installing PostgreSQL for the tests');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
      env,
      stdio: 'ignore',
    });
  }
  const installed = folderOfPrograms();
  if (installed) return installed;
  console.error('PostgreSQL is not installed. Next: apt-get install -y postgresql');
  process.exit(9);
}

/** Where Debian keeps the newest PostgreSQL; else where pg_config says. */
function folderOfPrograms() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : [];
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(asked ? [asked] : []),
  ];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** The user to run the server as: another one than root. */
function owner() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function run(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  const [status, signal] = await once(child, 'exit');
  return status ?? signal;
}

const bin = await programs();
const as = owner();
const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-cluster-'));
if (as.uid !== undefined) await chown(folder, as.uid, as.gid);
const data = path.join(folder, 'data');
const quiet = { ...as, cwd: folder, stdio: 'ignore' };
const port = await freePort();
let status = 1;
try {
  const made = await run(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'vau', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    quiet,
  );
  if (made !== 0) throw new Error('initdb failed');
  // The data are gone afterwards: nothing needs to reach the disk.
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=400`;
  const log = path.join(folder, 'log');
  const started = await run(
    path.join(bin, 'pg_ctl'),
    ['-D', data, '-w', '-l', log, '-o', settings, 'start'],
    quiet,
  );
  if (started !== 0) throw new Error(`PostgreSQL did not start, see ${log}`);
  const store = `postgres://vau@127.0.0.1:${port}/postgres`;
  const asked = process.argv.slice(2);
  status = await run('npx', ['vitest', 'run', ...(asked.length > 0 ? asked : USUAL)], {
    env: { ...process.env, VAU_TEST_STORE: store },
  });
} finally {
  await run(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], quiet);
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = status === 0 ? 0 : 1;
