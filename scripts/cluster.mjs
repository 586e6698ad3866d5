/** Starts a PostgreSQL of its own from the system's packages, for tests and benchmarks. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';

/** Runs a program to its end. @returns its exit status, or the signal that ended it */
export async function run(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  const [status, signal] = await once(child, 'exit');
  return status ?? signal;
}

/**
 * Starts a server. PostgreSQL refuses to run as root; then it runs as the system's user postgres.
 * @param folder holds its data, which are made if they are not there
 * @param settings more settings of the server, such as fsync=off
 * @returns the address of its database, the id of its first process, and a function that stops it
 */
export async function startCluster(folder, settings = []) {
  const bin = await programs();
  const as = owner();
  await mkdir(folder, { recursive: true });
  if (as.uid !== undefined) await chown(folder, as.uid, as.gid);
  const data = path.join(folder, 'data');
  const quiet = { ...as, cwd: folder, stdio: 'ignore' };
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    const words = ['-D', data, '-U', 'vau', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
    if ((await run(path.join(bin, 'initdb'), words, quiet)) !== 0) throw new Error('initdb failed');
  }
  const port = await freePort();
  const log = path.join(folder, 'log');
  const options = ['listen_addresses=127.0.0.1', ...settings].map((one) => `-c ${one}`).join(' ');
  const words = ['-D', data, '-w', '-l', log, '-o', `-p ${port} -k ${folder} ${options}`, 'start'];
  if ((await run(path.join(bin, 'pg_ctl'), words, quiet)) !== 0)
    throw new Error(`PostgreSQL did not start, see ${log}`);
  const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
  return {
    address: (database = 'postgres') => `postgres://vau@127.0.0.1:${port}/${database}`,
    pid: Number(pid),
    /** @param how `fast` writes what is in memory; `immediate` leaves data that are not needed any more */
    stop: (how) => run(path.join(bin, 'pg_ctl'), ['-D', data, '-m', how, '-w', 'stop'], quiet),
  };
}

/** The folder of PostgreSQL's programs. As root on Debian, what is missing is installed. */
async function programs() {
  const there = folderOfPrograms();
  if (there) return there;
  if (process.getuid?.() === 0 && !process.env.VAU_TEST_NO_SETUP) {
    console.error('Installing PostgreSQL');
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
