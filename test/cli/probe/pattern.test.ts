import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPattern, partsOf } from '../../../src/cli/probe/pattern.ts';

/** Only these paths exist. */
const there =
  (...paths: string[]) =>
  (asked: string) =>
    paths.includes(asked);

describe('a pattern on Windows', () => {
  it.each([
    ['D:\\x\\*.mp4', { base: 'D:/x/', rest: '*.mp4' }],
    ['D:\\*.mp4', { base: 'D:/', rest: '*.mp4' }],
    ['D:\\x\\y [1]\\**\\a?.mp4', { base: 'D:/x/y [1]/', rest: '**/a?.mp4' }],
    ['\\\\host\\share\\x\\*.mp4', { base: '//host/share/x/', rest: '*.mp4' }],
    ['x\\none\\*.mp4', { base: 'x/', rest: 'none/*.mp4' }],
    ['*.mp4', { base: '', rest: '*.mp4' }],
  ])('%s begins to vary where nothing is there', (pattern, parts) => {
    const isThere = there('D:/x', 'D:/x/y [1]', '//host/share/x', 'x');
    expect(partsOf(pattern, isThere, path.win32)).toEqual(parts);
  });
});

describe('a pattern elsewhere', () => {
  it.each([
    ['/films/*.mp4', { base: '/films/', rest: '*.mp4' }],
    ['/*.mp4', { base: '/', rest: '*.mp4' }],
    ['./a {1}/*/b', { base: './a {1}/', rest: '*/b' }],
    ['../*', { base: '../', rest: '*' }],
    ['a\\*/b', { base: '', rest: 'a\\*/b' }],
    ['*/b', { base: '*/', rest: 'b' }],
  ])('%s', (pattern, parts) => {
    expect(partsOf(pattern, there('/films', '.', './a {1}', '..', '*'), path.posix)).toEqual(parts);
  });
});

it('recognises a pattern by its characters', () => {
  expect(['*.mp4', 'a?', '[ab]', '{a,b}', '@(a|b)'].filter((text) => !isPattern(text))).toEqual([]);
  expect(['talk (1).mp4', "it's, a&b!.mp4"].filter(isPattern)).toEqual([]);
});
