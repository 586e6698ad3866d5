/** Bundles the simulation. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const inSimulation = (file) => path.join(root, 'test/simulation', file);

/** What the service gets in place of the machine's own, by what it imports. */
const replaced = {
  'node:fs/promises': 'world/files.ts',
  'node:fs': 'world/files-sync.ts',
  'node:crypto': 'world/crypto.ts',
  'node:timers/promises': 'world/timers.ts',
};
const replacedFiles = {
  'src/service/store/sqlite/sqlite-module.ts': 'world/database.ts',
  'src/service/net/outgoing.ts': 'stand-ins/outgoing.ts',
  'src/service/resources/analysis/analyse-file.ts': 'stand-ins/analyse-file.ts',
  'src/service/resources/find-moments/engine.ts': 'stand-ins/engine.ts',
  'src/media/index.ts': 'stand-ins/media.ts',
};

/** Where the processes of a day share a connection, none may look into the transaction of another. */
const adapted = {
  'src/service/store/sqlite/patient-driver.ts': [
    'return this.#driver?.isFree ?',
    'return this.#driver?.isFree && !globalThis.isSimulatedStoreTaken() ?',
  ],
};

const ownWorld = {
  name: 'own-world',
  setup(bundle) {
    const isOurs = (importer) =>
      importer.startsWith(path.join(root, 'src')) || importer.startsWith(path.join(root, 'test/support'));
    bundle.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const [from, to] = adapted[path.relative(root, file)] ?? [];
      if (from === undefined) return undefined;
      const text = await readFile(file, 'utf8');
      if (text.split(from).length !== 2) throw new Error(`${file} does not have ${from} once`);
      return { contents: text.replace(from, to), loader: 'ts' };
    });
    bundle.onResolve({ filter: /^node:/ }, ({ path: name, importer }) =>
      isOurs(importer) && replaced[name] ? { path: inSimulation(replaced[name]) } : undefined,
    );
    bundle.onResolve({ filter: /^kysely$/ }, ({ importer }) =>
      importer.endsWith('patient-driver.ts') ? { path: inSimulation('world/driver.ts') } : undefined,
    );
    bundle.onResolve({ filter: /^\..*\.ts$/ }, ({ path: name, importer, resolveDir }) => {
      if (!isOurs(importer)) return undefined;
      const file = path.relative(root, path.resolve(resolveDir, name));
      return replacedFiles[file] ? { path: inSimulation(replacedFiles[file]) } : undefined;
    });
  },
};

const outfile = path.join(root, 'node_modules/.cache/simulation/main.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['test/simulation/main.ts'],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'inline',
  logLevel: 'warning',
  external: ['@photostructure/sqlite', 'tesseract.js', '@tesseract.js-data/eng', 'ffmpeg-static', 'pg-native'],
  banner: {
    js: "import{createRequire as __vauRequire}from'node:module';const require=__vauRequire(import.meta.url);",
  },
  plugins: [ownWorld],
});
