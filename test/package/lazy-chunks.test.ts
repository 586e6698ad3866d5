import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** The part of esbuild's metafile that this test reads. */
interface Metafile {
  inputs: Record<
    string,
    { imports: { path: string; kind: string; original?: string; external?: boolean }[] }
  >;
  outputs: Record<string, { entryPoint?: string; inputs: object; imports: { path: string; kind: string }[] }>;
}

/** A dynamic import in src whose target is a separate file in dist/. */
interface LazyImport {
  importer: string;
  specifier: string;
  /** The emitted file, below dist/. */
  chunk: string;
  /** Its source module. */
  source: string;
}

/** The kind of each export of a module, such as {default: 'function'}. */
type Offer = Record<string, string>;

const bundles = await metafiles();
const lazy = lazyImports(bundles);
const chunks = [...new Map(lazy.map((one) => [one.chunk, one])).values()];
const offers = await offersOf([
  ...chunks.map(({ chunk }) => path.join('dist', chunk)),
  ...chunks.map(({ source }) => source).filter((source) => !source.startsWith('src/')),
]);

describe('what the bundle loads lazily', () => {
  it('is found: the service, packages, and modules of ours', () => {
    const specifiers = lazy.map(({ specifier }) => specifier);
    expect(specifiers).toEqual(expect.arrayContaining(['tar-stream', 'yaml', 'conf']));
    expect(chunks.map(({ chunk }) => chunk)).toContain('service.js');
    expect(chunks.filter(({ chunk }) => chunk.startsWith('chunks/')).length).toBeGreaterThan(1);
  });

  it.each(chunks)('$chunk has every export of $source, of the same kind', async ({ chunk, source }) => {
    const wanted = source.startsWith('src/')
      ? kindsIn(await import(path.join(root, source)))
      : offers[source];
    expect(Object.keys(wanted ?? {})).not.toEqual([]);
    expect(offers[path.join('dist', chunk)]).toMatchObject(wanted ?? {});
  });

  it.each(lazy)(
    '$importer finds the exports of $specifier that it uses in $chunk',
    async ({ importer, specifier, chunk }) => {
      const text = await readFile(path.join(root, importer), 'utf8');
      const offered = Object.keys(offers[path.join('dist', chunk)] ?? {});
      const used = namesUsed(text, specifier);
      // The door to the service returns the whole module.
      expect(used.length > 0 || chunk === 'service.js', 'how it uses what it loads').toBe(true);
      expect(offered).toEqual(expect.arrayContaining(used));
    },
  );
});

describe.each(['service.js', 'worker.js'])('%s', (file) => {
  it('starts without the dictionaries of names and the patterns of telephone numbers', () => {
    const loaded = packagesAtStart(path.join('dist', file));
    expect([...loaded]).toContain('kysely');
    expect([...loaded].filter((name) => ['compromise', 'libphonenumber-js'].includes(name))).toEqual([]);
  });
});

/** The packages in an emitted file and in all that it loads at once. */
function packagesAtStart(start: string): Set<string> {
  const outputs = Object.assign({}, ...bundles.map((bundle) => bundle.outputs)) as Metafile['outputs'];
  const files = new Set([start]);
  const found = new Set<string>();
  for (const file of files) {
    const { inputs = {}, imports = [] } = outputs[file] ?? {};
    for (const { path: next, kind } of imports) if (kind === 'import-statement') files.add(next);
    for (const input of Object.keys(inputs)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
      if (name) found.add(name);
    }
  }
  return found;
}

/** Bundles the current sources again, and returns esbuild's metafile. */
async function metafiles(): Promise<Metafile[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-metafiles-'));
  try {
    const file = path.join(folder, 'metafiles.json');
    const build = ['scripts/build.mjs', '--quiet', '--keep', '--metafiles', file];
    await run(process.execPath, build, { cwd: root });
    return JSON.parse(await readFile(file, 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function lazyImports(all: readonly Metafile[]): LazyImport[] {
  const emitted = all.flatMap(({ outputs }) => Object.entries(outputs));
  /** The CLI imports the emitted file; the others import the source module. */
  const entry = (asked: string) =>
    emitted.find(
      ([file, { entryPoint }]) => entryPoint && (entryPoint === asked || file === path.join('dist', asked)),
    );
  return all.flatMap(({ inputs, outputs }) =>
    Object.entries(inputs).flatMap(([importer, { imports }]) =>
      imports.flatMap(({ path: asked, kind, original, external }) => {
        const [file, made] = (importer.startsWith('src/') && kind === 'dynamic-import' && entry(asked)) || [];
        // In the CLI bundle our own modules are inlined, not separate chunks.
        if (!file || !made?.entryPoint || !(external || file in outputs)) return [];
        const source = path.relative(root, path.resolve(root, made.entryPoint.replace(/^named:/, '')));
        const specifier = original ?? specifierOf(source, importer);
        return [{ importer, specifier, chunk: path.relative('dist', file), source }];
      }),
    ),
  );
}

/** How a source refers to another one, or to a package. */
function specifierOf(source: string, importer: string): string {
  const inPackage = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
  if (inPackage === undefined) return path.relative(path.dirname(importer), source);
  // An entry of a package beside its main one: PACKAGE/NAME.
  const entry = `${inPackage}/${path.basename(source).replace(/\.\w+$/, '')}`;
  return readFileSync(path.join(root, importer), 'utf8').includes(`import('${entry}')`) ? entry : inPackage;
}

/** The exports of modules when Node loads them, by their path in the project. */
async function offersOf(files: readonly string[]): Promise<Record<string, Offer>> {
  const script = `
    const offers = {};
    for (const [file, url] of ${JSON.stringify(files.map((file) => [file, pathToFileURL(path.join(root, file)).href]))}) {
      const module = await import(url);
      offers[file] = Object.fromEntries(Object.keys(module).map((name) => [name, typeof module[name]]));
    }
    console.log(JSON.stringify(offers));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
  return JSON.parse(stdout);
}

function kindsIn(module: object): Offer {
  return Object.fromEntries(Object.entries(module).map(([name, value]) => [name, typeof value]));
}

/** The exports that a source uses of a lazily loaded module, in the forms that occur in our sources. */
function namesUsed(text: string, specifier: string): string[] {
  const load = `import\\('${specifier.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}'\\)`;
  const patterns = [
    `\\{([^{}]*)\\} = await ${load}`,
    `${load}\\.then\\(\\(\\{([^{}]*)\\}\\)`,
    `\\(await ${load}\\)\\.(\\w+)`,
  ];
  const whole = new RegExp(`const (\\w+) = await ${load}`).exec(text)?.[1];
  if (whole) patterns.push(`\\b${whole}\\.(\\w+)`);
  const lists = patterns.flatMap((one) =>
    [...text.matchAll(new RegExp(one, 'g'))].map((match) => match[1] ?? ''),
  );
  return lists
    .flatMap((list) => list.split(',').map((name) => name.replace(/:.*/, '').trim()))
    .filter(Boolean);
}
