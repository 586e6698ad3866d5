/** What the catalogue of models must say of each. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/cli/setup/catalogue/index.ts';
import { catalogueSchema, treesOf } from '../../../src/cli/setup/find.ts';

const folder = fileURLToPath(new URL('../../../src/cli/setup/catalogue', import.meta.url));
const files = readdirSync(folder).filter(
  (file) => file.endsWith('.ts') && !['entry.ts', 'index.ts'].includes(file),
);

/** The entries of a file of the catalogue that have no comment with their source before them. */
function withoutSource(text: string): string[] {
  let sourced = false;
  const wrong: string[] = [];
  for (const line of text.split('\n')) {
    if (/^\s*(\/\/|\*) Source: \S/.test(line)) sourced = true;
    const entry = /\bmodel: '([^']+)'|^const languages/.exec(line);
    if (!entry) continue;
    if (!sourced) wrong.push(entry[1] ?? 'languages');
    sourced = false;
  }
  return wrong;
}

describe('the catalogue', () => {
  it.each(files)('names the source of each entry of %s', (file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    expect(text).toMatch(/Source: /);
    expect(withoutSource(text)).toEqual([]);
  });

  it('would notice an entry without one', () => {
    const text = "// Source: here\n{ model: 'first' }\n// About another\n{ model: 'second' }\n";
    expect(withoutSource(text)).toEqual(['second']);
  });

  it('has the form that catalogues of others must have', () => {
    const checked = catalogueSchema.safeParse(catalogue);
    expect(checked.error?.issues).toBeUndefined();
  });

  it.each(catalogue.models.map((one) => [`${one.name} ${one.model}`, one] as const))(
    '%s has sizes, a licence, an address over https, and a hash or an uncertain size',
    (_, { downloads, disk, memory, licence, terms, quality }) => {
      expect(
        [disk, memory, ...downloads.map(({ bytes }) => bytes)].filter((bytes) => bytes < 100_000),
      ).toEqual([]);
      expect(licence).toMatch(/^(MIT|Apache-2\.0|CC-BY-4\.0|MIT AND Apache-2\.0)$/);
      expect(terms).toMatch(/^https:\/\//);
      expect(quality).toMatch(/\d|letters/);
      for (const { from, sha256 } of downloads) {
        if (typeof from === 'string') expect(from).toMatch(/^https:\/\/(github\.com|huggingface\.co)\//);
        else expect(from.integrity).toMatch(/^sha512-/);
        expect(typeof from === 'string' ? sha256 : from.integrity).toBeDefined();
      }
    },
  );

  it('has one preferred model for each name but text, and packages for the common machines', () => {
    const preferred = catalogue.models.filter((one) => one.preferred).map(({ name }) => name);
    expect(preferred).toEqual(['speech', 'speakers', 'meaning', 'pictures', 'language']);
    for (const entry of catalogue.models) expect(() => treesOf(catalogue, entry, 'linux-x64')).not.toThrow();
    const speech = catalogue.models.filter(({ name }) => name === 'speech');
    for (const platform of ['darwin-arm64', 'win32-x64', 'linux-arm64'])
      for (const entry of speech) expect(() => treesOf(catalogue, entry, platform)).not.toThrow();
    const language = catalogue.models.find(({ name }) => name === 'language');
    expect(() => language && treesOf(catalogue, language, 'aix-ppc64')).toThrow(
      /has no program for aix-ppc64/,
    );
  });
});
