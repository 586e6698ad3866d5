/** What a stranger checks before he trusts a release: its bill of materials, and what the workflows may do. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly unknown[];
  readonly properties: readonly { readonly value: string }[];
}

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
}

const bill = JSON.parse(read('dist/sbom.cdx.json')) as { readonly components: readonly Component[] };
const lock = JSON.parse(read('package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> };
const nameAt = (at: string) => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);
const locked = Object.entries(lock.packages)
  .filter(([at]) => at !== '')
  .map(([at, one]) => ({ ...one, name: nameAt(at) }));

describe('the bill of materials', () => {
  it('has each package in the version and with the content that the lock file holds', () => {
    expect(bill.components.length).toBeGreaterThan(100);
    const wrong = bill.components.filter(({ name, version, hashes }) => {
      const own = locked.find((one) => one.name === name && one.version === version);
      const [, base64 = ''] = own?.integrity?.split('-') ?? [];
      return hashes?.[0]?.content !== Buffer.from(base64, 'base64').toString('hex') || base64 === '';
    });
    expect(wrong).toEqual([]);
    // Its package has a LICENSE (BSD) that it does not name.
    const unnamed = bill.components.filter(({ licenses }) => licenses === undefined).map(({ name }) => name);
    expect(unnamed).toEqual(['parse-cache-control']);
  });

  it('leaves out nothing that is installed with vau, and has no tool of the tests', () => {
    const named = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
    const installed = locked.filter(({ dev }) => !dev).map(({ name, version }) => `${name}@${version}`);
    expect(installed.filter((one) => !named.has(one))).toEqual([]);
    for (const tool of ['vitest', 'typescript', 'esbuild', '@biomejs/biome'])
      expect(bill.components.map(({ name }) => name)).not.toContain(tool);
  });

  it('names as bundled what the licences in dist/ are of', () => {
    const bundled = bill.components
      .filter(({ properties }) => properties.some(({ value }) => value === 'bundled'))
      .map(({ name }) => name);
    const licences = read('dist/THIRD-PARTY-LICENSES.txt');
    expect(bundled).toEqual(expect.arrayContaining(['commander', 'undici', 'zod', 'hono']));
    expect(bundled.filter((name) => !licences.includes(`\n${name} `))).toEqual([]);
  });
});

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly permissions?: Readonly<Record<string, string>> }>>;
}

describe.each(readdirSync(new URL('../../.github/workflows', import.meta.url)))('the workflow %s', (file) => {
  const text = read(`.github/workflows/${file}`);
  const workflow = parse(text) as Workflow;

  it('runs actions of other repositories only as they were when they were read', () => {
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('may only read the repository, and sign what it publishes', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const rights = Object.values(workflow.jobs).flatMap(({ permissions = {} }) =>
      Object.entries(permissions),
    );
    expect(rights.filter(([of, what]) => what !== 'read' && of !== 'id-token')).toEqual([]);
  });
});
