import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { journalFile, pruneJournal } from '../../../src/cli/watch/journal-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vau-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => path.join(folder, name);
const { signal } = new AbortController();
const done = (key: string, file: string, ok = true) =>
  JSON.stringify({ line: 1, key, input: { path: file }, ok, exit_status: 0, result: { id: 'f1' } });

describe('the journal of a watch', () => {
  it('keeps the key of each file that is there, and nothing of the others', async () => {
    writeFileSync(at('here.mp4'), '');
    const lines = [
      done('a1', at('here.mp4')),
      done('a2', at('gone.mp4')),
      done('a3', at('here.mp4'), false),
      '{"cut',
    ];
    writeFileSync(at('journal'), lines.join('\n'));
    await pruneJournal(at('journal'), signal);
    const kept = { key: 'a1', ok: true, input: { path: at('here.mp4') } };
    expect(readFileSync(at('journal'), 'utf8')).toBe(`${JSON.stringify(kept)}\n`);
    expect(readdirSync(folder).sort()).toEqual(['here.mp4', 'journal']);
  });

  it('stays as it is while none of its files is there: their disk may be missing', async () => {
    writeFileSync(at('journal'), done('a1', at('gone.mp4')));
    await pruneJournal(at('journal'), signal);
    expect(readFileSync(at('journal'), 'utf8')).toBe(done('a1', at('gone.mp4')));
    await pruneJournal(at('none'), signal);
    expect(existsSync(at('none'))).toBe(false);
  });

  it('is removed when nobody has watched for a year; a watch keeps its own', () => {
    const env = { VAU_CONFIG_DIR: folder };
    const [own, other] = [journalFile(env, 'in'), journalFile(env, 'out')];
    const old = new Date(Date.now() - 366 * 24 * 3_600_000);
    for (const file of [own, other]) {
      writeFileSync(file, '');
      utimesSync(file, old, old);
    }
    expect(journalFile(env, 'in')).toBe(own);
    expect([own, other].map((file) => existsSync(file))).toEqual([true, false]);
  });
});
