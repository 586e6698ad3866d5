/**
 * The script behind `npm test`: installs the programs that the tests need beyond npm, if possible, then runs
 * the tests.
 *
 *   node scripts/test.mjs [VITEST ARGUMENTS]
 *
 * On Debian as root, missing programs are installed with apt-get. Elsewhere, ffmpeg comes from `vau setup
 * ffmpeg`. If a program is not available, its tests are skipped with its name (in CI, when the variable CI is
 * set, they fail). VAU_TEST_NO_SETUP=1 installs nothing.
 */
import { spawn } from 'node:child_process';
import { accessSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const programs = JSON.parse(readFileSync(path.join(root, 'test/support/programs.json'), 'utf8'));

if (!process.env.VAU_TEST_NO_SETUP) await prepare();
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
process.exitCode = await run(process.execPath, [vitest, 'run', ...process.argv.slice(2)], 'inherit');

async function prepare() {
  const missing = programs.filter((program) => !present(program));
  if (missing.length > 0 && process.getuid?.() === 0 && onPath('apt-get')) await installPackages(missing);
  if (!programs.filter(({ name }) => name === 'ffmpeg').every(present)) await setUpFfmpeg();
}

/** Installs the Debian packages of these programs; on failure, the affected tests are skipped. */
async function installPackages(missing) {
  const packages = [...new Set(missing.flatMap(({ debian }) => debian))];
  console.error(`Installing programs for the tests: ${packages.join(' ')}`);
  const options = ['-qq', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20'];
  const quietly = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const steps = [
    ['update', ...options],
    ['install', '-y', '--no-install-recommends', ...options, ...packages],
  ];
  for (const step of steps) {
    const status = await run('apt-get', step, 'ignore', quietly);
    if (status !== 0) return console.error(`apt-get ${step[0]} failed with ${status}; continuing without.`);
  }
}

/** Installs ffmpeg with vau's own command, and passes it to the tests. */
async function setUpFfmpeg() {
  console.error('No ffmpeg on this machine: vau setup ffmpeg');
  const built = await run(
    process.execPath,
    [path.join(root, 'scripts/build.mjs'), '--quiet', '--keep'],
    'inherit',
  );
  if (built !== 0) return;
  const answer = await output(process.execPath, [
    path.join(root, 'bin/vau.js'),
    'setup',
    'ffmpeg',
    '-o',
    'json',
  ]);
  if (answer) process.env.VAU_FFMPEG = JSON.parse(answer).path;
}

function present({ commands = [], files = [], environment }) {
  if (environment && process.env[environment]) return true;
  return commands.some(onPath) || files.some((file) => existsSync(file));
}

function onPath(command) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, command));
      return folder !== '';
    } catch {
      return false;
    }
  });
}

/** Runs a command; returns its exit status, or 1 if it could not start or was ended by a signal. */
function run(command, args, stdout, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', stdout, 'inherit'] });
    child.on('error', () => resolve(1));
    child.on('close', (status) => resolve(status ?? 1));
  });
}

/** The standard output of a command; empty if it fails. */
function output(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', () => resolve(''));
    child.on('close', (status) => resolve(status === 0 ? text : ''));
  });
}
