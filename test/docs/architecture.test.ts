import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** Paths inside backticks that begin with a folder of the project. */
function pathsIn(document: string): string[] {
  const text = readFileSync(path.join(root, document), 'utf8');
  return [...text.matchAll(/`((?:src|test|bin|docs|scripts)\/[\w./-]+)`/g)].map(([, found]) => found ?? '');
}

describe.each(['docs/architecture.md', 'CONTRIBUTING.md'])('%s', (document) => {
  it('names only files and folders that are there', () => {
    const named = pathsIn(document);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  it('has a row for every folder of src, and for every folder of the service', () => {
    const text = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
    const folders = [...text.matchAll(/`src\/(\w+)`/g)].map(([, folder]) => folder);
    expect(folders).toEqual(
      expect.arrayContaining(['contract', 'media', 'client', 'config', 'cli', 'service']),
    );
  });
});
