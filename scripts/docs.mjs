/**
 * Writes the generated files that are committed: completions/, man/, skills/, llms.txt, AGENTS.md, assets/criterion.schema.json and parts of the
 * pages in docs/.
 *
 *   node scripts/docs.mjs [--check]
 *
 * --check writes nothing; it lists outdated files and exits 1 if there are any.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const { allCommands, generate, leftOver, stale } = await generators();
const files = generate(await allCommands(), root);

if (process.argv.includes('--check')) check();
else await write();

/**
 * Bundles the generators, because Node cannot read TypeScript. The folder is inside node_modules, so that
 * packages are found.
 */
async function generators() {
  const folder = await mkdtemp(path.join(root, 'node_modules', '.vau-docs-'));
  try {
    const outfile = path.join(folder, 'generate.mjs');
    await build({
      absWorkingDir: root,
      entryPoints: ['src/cli/line/generate.ts'],
      outfile,
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      define: { __VAU_VERSION__: '"0"' },
      logLevel: 'warning',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function check() {
  const old = stale(files, root);
  if (old.length === 0) return;
  console.error(`Stale: ${old.join(', ')}\nNext: npm run docs`);
  process.exitCode = 1;
}

async function write() {
  for (const file of stale(files, root)) {
    const text = files.get(file);
    if (text === undefined) continue;
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
    console.error(`wrote ${file}`);
  }
  for (const file of leftOver(files, root)) {
    await rm(path.join(root, file));
    console.error(`removed ${file}`);
  }
}
