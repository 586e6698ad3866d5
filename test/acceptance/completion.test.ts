import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { inFull } from '../support/in-full.ts';
import { needs, type ProgramName } from '../support/programs.ts';
import {
  type Complete,
  inBash,
  inFish,
  insertAll,
  inZsh,
  type Place,
  place,
  tab,
} from './completion-shells.ts';

let at: Place;
beforeAll(() => {
  at = place();
  const config = path.join(at.folder, '.config', 'vau');
  mkdirSync(config, { recursive: true });
  const profiles = { local: { base_url: 'http://127.0.0.1:4747/v1' }, 'my staging': { token: 't' } };
  writeFileSync(
    path.join(config, 'config.json'),
    JSON.stringify({ profile: 'local', profiles }, undefined, '\t'),
  );
  writeFileSync(path.join(at.folder, 'a film.mp4'), '');
  writeFileSync(path.join(at.folder, 'criterion.json'), '{}');
  mkdirSync(path.join(at.folder, 'criteria'));
});
afterAll(() => at.remove());

/** What is typed, what must be offered, and what must not. */
const cases: [line: string, offered: string[], not: string[]][] = [
  ['vau sh', ['share'], ['serve', 'sh']],
  ['vau ', ['share', 'file', 'doctor', 'probe', 'moment-criteria'], ['create']],
  ['vau share ', ['create', 'list', 'get', 'update', 'delete'], ['share-create', 'public']],
  ['vau -o json share cr', ['create'], ['list']],
  ['vau share create --vis', ['--visibility'], ['--title']],
  ['vau share create --visibility ', ['public', 'private'], ['player', 'a film.mp4', 'criterion.json']],
  ['vau share create X --visibility public --link-preview f', ['full'], ['player']],
  ['vau webhook update X --no-', ['--no-active'], ['--active']],
  ['vau tag list --output ', ['table', 'json'], []],
  ['vau webhook create https://x --event file.job.', ['file.job.completed', 'file.job.deleted'], []],
  ['vau wait ', ['collection-file', 'moment-criteria', 'share'], []],
  ['vau wait share X --inter', ['--interval'], []],
  ['vau config get base', ['base_url'], ['token']],
  ['vau completion install --yes f', ['fish'], ['zsh']],
  ['vau probe a', ['a film.mp4'], ['criterion.json']],
  ['vau moment-criteria attach X --file criterio', ['criterion.json'], ['a film.mp4']],
  ['vau deep-search run "the budget" --exclu', ['--exclude-weak-results'], []],
  ['vau --profile ', ['local', 'my staging'], ['profiles', 'base_url']],
];

const shells: [name: string, programs: ProgramName[], complete: Complete][] = [
  ['bash', ['bash', 'script'], inBash()],
  ['zsh', ['zsh', 'script'], inZsh()],
  ['fish', ['fish'], inFish()],
];

needs('fish')('[CLI-6] fish offers no files where none are wanted', async () => {
  for (const line of ['vau share create ', 'vau share create X --title '])
    expect(await inFish()(at, line), line).toEqual([]);
});

/** A noun, a verb, a flag, the values of a flag, a kind of wait, a file: zsh takes seconds for each. */
const FIRST = [
  'vau sh',
  'vau -o json share cr',
  'vau share create --vis',
  'vau tag list --output ',
  'vau wait ',
  'vau probe a',
];
const chosen = cases.filter(([line]) => inFull(true, FIRST.includes(line)));

describe.each(shells)('%s', (_, programs, complete) => {
  for (const [line, offered, not] of chosen)
    needs(...programs)(`[CLI-6] completes "${line}"`, async () => {
      const words = await complete(at, line, offered.length === 1 ? tab : insertAll);
      const names = words.map((word) => word.replace(/\\/g, '').replace(/\/$/, ''));
      expect(names).toEqual(expect.arrayContaining(offered));
      for (const word of not) expect(names).not.toContain(word);
    });

  needs(...programs)('[CLI-6] completes a value after = and a file after @', async () => {
    const value = await complete(at, 'vau share create X --visibility=pu');
    expect(value).toContain('--visibility=public');
    // fish completes a file there, but does not know @.
    if (programs.includes('fish')) return;
    const text = await complete(at, 'vau moment-criteria attach X --instructions @criterio');
    expect(text).toContain('@criterion.json');
  });
});
