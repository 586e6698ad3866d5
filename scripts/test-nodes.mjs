/**
 * Runs a sample of the tests with the other supported versions of Node, installed from npm. `npm test` itself
 * uses the current Node.
 *
 *   node scripts/test-nodes.mjs [MAJOR...]      default 22 and 24
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const carrier = `node-${process.platform}-${process.arch}`;
const sample = [
  'test/client',
  'test/acceptance/start.test.ts',
  'test/acceptance/output.test.ts',
  'test/acceptance/requests.test.ts',
  'test/acceptance/network.test.ts',
  'test/acceptance/serve.long.test.ts',
];

const majors = process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['22', '24'];
const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-nodes-'));
try {
  // The later ones arrive from npm while the first is tested.
  const arrived = majors.map(install);
  for (const [index, major] of majors.entries())
    if (!(await passes(major, await arrived[index]))) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Installs that Node from npm; false when that fails. */
function install(major) {
  const args = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', path.join(folder, major)];
  return run('npm', [...args, `${carrier}@${major}`], process.env);
}

/** Runs the sample with that Node, first on PATH. @param installed whether it is there */
async function passes(major, installed) {
  if (!installed) {
    console.error(`Node ${major} is not available: npm has no ${carrier}@${major}, or cannot be reached.`);
    return false;
  }
  const bin = path.join(folder, major, 'node_modules', carrier, 'bin');
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
  console.error(`Node ${major}:`);
  return run(
    path.join(bin, 'node'),
    [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...sample],
    env,
  );
}

/** Runs a command; true when it succeeded. */
function run(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', () => resolve(false));
    child.on('close', (status) => resolve(status === 0));
  });
}
