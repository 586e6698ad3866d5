import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importsOf, sourcesIn } from '../support/imports.ts';
import { impuritiesIn } from '../support/purity.ts';

/**
 * Files and folders that use no clock, process, file system, network or chance but what they are given, so that they can
 * be simulated. They import none of Node's modules, and of our own files only pure ones.
 */
const pure = [
  'src/contract',
  'src/service/accounts/rates.ts',
  'src/service/accounts/ledger.ts',
  'src/service/accounts/rates.ts',
  'src/service/errors.ts',
  'src/service/events',
  'src/service/http/access/rate-limits.ts',
  'src/service/links/films.ts',
  'src/service/metrics',
  'src/service/queue',
  'src/service/search',
  'src/service/store/sql/compiled.ts',
  'src/service/store/sql/deletions.ts',
  'src/service/store/sql/engine.ts',
  'src/service/store/sql/expressions.ts',
  'src/service/store/sql/insert.ts',
  'src/service/store/sql/json.ts',
  'src/service/store/sql/schema.ts',
  'src/service/store/sql/tables',
  'src/service/store/words',
  'src/service/text',
  'src/service/understanding/rules/chapters',
  'src/service/understanding/rules/digest',
  'src/service/understanding/models/embeddings/reading.ts',
  'src/service/understanding/models/embeddings/scale',
  'src/service/understanding/models/endpoint/errors.ts',
  'src/service/understanding/analysis/gaps/of-result.ts',
  'src/service/understanding/modalities/held-gaps.ts',
  'src/service/understanding/models/language/answer.ts',
  'src/service/understanding/models/language/evidence.ts',
  'src/service/understanding/models/language/held',
  'src/service/understanding/models/language/packing.ts',
  'src/service/understanding/models/language/packing.ts',
  'src/service/understanding/models/language/prompts',
  'src/service/understanding/modalities/modality-lines.ts',
  'src/service/understanding/modalities/objects/classes.ts',
  'src/service/understanding/modalities/scenes/scene-text.ts',
];

const isIn = (part: string, file: string) => file === part || file.startsWith(`${part}/`);
const isPure = (file: string) => pure.some((part) => isIn(part, file));
const pureFiles = sourcesIn('src').filter(isPure);

describe('pure code', () => {
  it('uses nothing of the outside world but what it is given', () => {
    const texts = pureFiles.map((file) => [file, readFileSync(file, 'utf8')]);
    const found = impuritiesIn(Object.fromEntries(texts));
    expect(found.map(({ file, line, uses }) => `${file}:${line} uses ${uses}`)).toEqual([]);
  });

  it('imports only pure code, types aside', () => {
    const found = pureFiles
      .flatMap(importsOf)
      .filter(({ target, erased }) => target !== undefined && !erased && !isPure(target));
    expect(found.map(({ from, line, target }) => `${from}:${line} imports ${target}`)).toEqual([]);
  });

  it('is where the list says', () => {
    expect(pure.filter((part) => !pureFiles.some((file) => isIn(part, file)))).toEqual([]);
  });
});

describe('the check of pure code', () => {
  it.each([
    ["import { readFileSync } from 'node:fs';", 'node:fs'],
    ["import 'child_process';", 'child_process'],
    ["import type { Stats } from 'node:fs';\nimport { hostname } from 'node:os';", 'node:os', 2],
    ["export { setTimeout } from 'node:timers/promises';", 'node:timers/promises'],
    ["const net = await import('node:net');", 'node:net'],
    ["const name = 'node:net';\nconst net = await import(name);", 'an import of a computed name', 2],
    ["const fs = require('node:fs');", 'require'],
    ['export const now = () => Date.now();', 'Date.now'],
    ['export const now = new Date();', 'new Date()'],
    ['export const now = new Date;', 'new Date()'],
    ['export const now = Date();', 'Date'],
    ['const { now } = Date;', 'Date'],
    ['export const chance = Math.random();', 'Math.random'],
    ["export const chance = Math['random']();", 'Math'],
    ['export const id = crypto.randomUUID();', 'crypto'],
    ['export const ms = performance.now();', 'performance'],
    ['export const cwd = process.cwd();', 'process'],
    ['export const all = globalThis;', 'globalThis'],
    ['export const parts = { fetch };', 'fetch'],
    ['setTimeout(() => {}, 1);', 'setTimeout'],
    ['setInterval(() => {}, 1);', 'setInterval'],
    ['setImmediate(() => {});', 'setImmediate'],
    ['queueMicrotask(() => {});', 'queueMicrotask'],
    ["console.log('here');", 'console'],
    ['export const here = import.meta.url;', 'import.meta'],
    ['const other = (fetch: () => void) => fetch();\nexport const answer = fetch;', 'fetch', 2],
  ])('finds %j', (text, uses, line = 1) => expect(usesOf(text)).toEqual([`${line} ${uses}`]));

  it.each([
    "import type { Stats } from 'node:fs';",
    'export const at = new Date(5).toISOString() + Date.parse(text) + Math.max(1, 2);',
    'export function wait(setTimeout: (end: () => void) => void) { setTimeout(() => {}); }',
    'export const ctx = { process: 1, fetch() {} };\nctx.process;',
    "// Date.now()\nexport const text = 'Date.now() and process.env';",
    'export type Answer = Response | typeof fetch;',
  ])('allows %j', (text) => expect(usesOf(text)).toEqual([]));
});

function usesOf(text: string): string[] {
  return impuritiesIn({ 'a.ts': text }).map(({ line, uses }) => `${line} ${uses}`);
}
