/** Names in completions: from the last list, written by the real binary and read by the shells without a start of Node. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs, type ProgramName } from '../support/programs.ts';
import { type Complete, inBash, inFish, insertAll, inZsh, type Place, place } from './completion-shells.ts';
import { choosing, run, type Scripted, scripted } from './harness.ts';

const hostile = '$(touch pwned); `touch pwned`';
const names = ['Talks', 'my talks', hostile, 'two\nlines', '\u001b]0;title\u0007', 'x'.repeat(300)];
const kept = ['Talks', 'my talks', hostile];

let service: Scripted;
let at: Place;
beforeAll(async () => {
  service = await scripted(({ path: where, query }) => {
    const all = where.endsWith('/files') ? ['a film.mp4', 'other.mp4'] : names;
    const offset = Number(query.offset ?? 0);
    const data = all
      .slice(offset, offset + Number(query.limit ?? 50))
      .map((name) => ({ id: name, name, filename: name }));
    return { json: { object: 'list', data, total: all.length, limit: 50, offset } };
  });
  at = place();
  await vau('collection', 'list');
  await vau('file', 'list');
});
afterAll(async () => {
  await service.close();
  at.remove();
});

const vau = (...line: string[]) => run(at.folder, line, { env: choosing(service) });
const cached = (kind: string) => path.join(at.folder, '.cache/vau/names', kind);
const linesIn = (kind: string) => readFileSync(cached(kind), 'utf8').trimEnd().split('\n');

describe('the names of a list', () => {
  it('are kept for the user alone, without what does not fit into a line', () => {
    expect(linesIn('collections')).toEqual(kept);
    expect(linesIn('files')).toEqual(['a film.mp4', 'other.mp4']);
    expect(statSync(cached('files')).mode & 0o077).toBe(0);
  });

  it('replace what the last list said; pages add to their first one, and filters change nothing', async () => {
    await vau('file', 'list', '--limit', '1');
    expect(linesIn('files')).toEqual(['a film.mp4']);
    await vau('file', 'list', '--limit', '1', '--status', 'failed');
    expect(linesIn('files')).toEqual(['a film.mp4']);
    await vau('file', 'list', '--all');
    expect(linesIn('files')).toEqual(['a film.mp4', 'other.mp4']);
  });
});

const shells: [name: string, programs: ProgramName[], complete: Complete][] = [
  ['bash', ['bash', 'script'], inBash()],
  ['zsh', ['zsh', 'script'], inZsh()],
  ['fish', ['fish'], inFish()],
];

describe.each(shells)('%s', (_, programs, complete) => {
  needs(...programs)(
    '[CLI-6] completes the names of collections and files, and runs none of them',
    async () => {
      const offered = async (line: string) =>
        (await complete(at, line, insertAll)).map((word) => word.replace(/\\/g, ''));
      expect(await offered('vau moments list ')).toEqual(expect.arrayContaining(kept));
      expect(await offered('vau search run x --collection ')).toEqual(expect.arrayContaining(kept));
      expect(await offered('vau share create ')).toEqual(expect.arrayContaining(['a film.mp4', 'other.mp4']));
      expect(existsSync(path.join(at.folder, 'pwned'))).toBe(false);
    },
  );
});
