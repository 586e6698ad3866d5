import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What benchmarks bundle of the sources: `export { name, other as another } from './src/...'`. */
const bundled = readdirSync(path.join(root, 'scripts/bench'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mjs'))
  .flatMap((name) => {
    const script = readFileSync(path.join(root, 'scripts/bench', name), 'utf8');
    return [...script.matchAll(/export \{([^}]+)\} from '\.\/((?:src|test)\/[^']+)'/g)].flatMap(
      ([, names = '', file = '']) =>
        names.split(',').map((one) => ({ file, name: one.trim().split(' as ')[0] ?? '' })),
    );
  });

// A bundler takes a name that a TypeScript file lacks for a type, and leaves it out without a word.
it('benchmarks bundle only names that the sources export', () => {
  expect(bundled.length).toBeGreaterThan(50);
  const missing = bundled.filter(({ file, name }) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    const declared = new RegExp(`^export (?:async )?(?:const|function\\*?|class|let) ${name}\\b`, 'm');
    const passedOn = new RegExp(`^export \\{[^}]*\\b${name}\\b[^}]*\\}`, 'm');
    // What a door passes on whole is not followed.
    return !/^export \*/m.test(source) && !declared.test(source) && !passedOn.test(source);
  });
  expect(missing).toEqual([]);
});

it('benchmarks bundle only files that are there, by a folder in a constant too', () => {
  const found = readdirSync(path.join(root, 'scripts/bench'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mjs'))
    .flatMap((name) => {
      const script = readFileSync(path.join(root, 'scripts/bench', name), 'utf8');
      return [...script.matchAll(/ from '\$\{(\w+)\}\/([^']+)'/g)].map(([, folder = '', file = '']) => {
        const where = new RegExp(`const ${folder} = [^;]*?'((?:\\./)?src/[^']*)'`).exec(script)?.[1];
        return path.join(where ?? `${name}: ${folder}`, file);
      });
    });
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

/** A name that a benchmark takes out of its bundle: `const { name: another } = await import(bundle)`, or `modules.name(`. */
const taken = readdirSync(path.join(root, 'scripts'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mjs'))
  .flatMap((name) => {
    const script = readFileSync(path.join(root, 'scripts', name), 'utf8');
    const lists = [...script.matchAll(/const \{([^}]+)\} = await import\(bundle/g)];
    const inLists = lists.flatMap(([, names = '']) =>
      names.split(',').map((one) => one.split(':')[0]?.trim()),
    );
    const calls = /const modules = await import\(bundle/.test(script)
      ? script.matchAll(/\bmodules\.(\w+)/g)
      : [];
    return [...inLists, ...[...calls].map(([, one]) => one)].map((one = '') => ({ script: name, name: one }));
  })
  .filter(({ name }) => name !== '');

it('benchmarks take only names out of their bundles that some source exports', () => {
  expect(taken.length).toBeGreaterThan(40);
  const all = ['src', 'test', 'scripts']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(root, folder, name),
      ),
    )
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n');
  const declared = all.matchAll(/^ *export (?:async )?(?:const|function\*?|class|let) (\w+)/gm);
  const passedOn = all.matchAll(/export \{([^}]*)\}/g);
  const names = new Set([
    ...[...declared].map(([, name]) => name),
    ...[...passedOn].flatMap(([, list = '']) =>
      list.split(',').map((one) => one.trim().split(' as ').at(-1)),
    ),
  ]);
  expect(taken.filter(({ name }) => !names.has(name))).toEqual([]);
});
