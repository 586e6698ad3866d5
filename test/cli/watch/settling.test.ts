import { describe, expect, it } from 'vitest';
import { type Seen, settling } from '../../../src/cli/watch/settling.ts';

const film = (size: number, changed = 1, file = 'film.mp4'): Seen => ({ file, size, changed });
const names = (seen: readonly Seen[]) => seen.map(({ file }) => file);

describe('a file of a watched folder', () => {
  it('is ready once its size and time have stayed the same long enough, and only once', () => {
    const files = settling(100);
    expect(files.scanned([film(1)], 0)).toEqual([]);
    expect(files.scanned([film(2)], 90)).toEqual([]);
    expect(files.scanned([film(2, 2)], 150)).toEqual([]);
    expect(files.scanned([film(2, 2)], 249)).toEqual([]);
    expect(names(files.scanned([film(2, 2)], 250))).toEqual(['film.mp4']);
    expect(files.scanned([film(2, 2)], 900)).toEqual([]);
    files.done(film(2, 2));
    expect(files.scanned([film(2, 2)], 9_000)).toEqual([]);
    expect(files.open()).toBe(0);
  });

  it('that is empty is never ready', () => {
    const files = settling(100);
    for (const now of [0, 100, 1_000]) expect(files.scanned([film(0)], now)).toEqual([]);
    expect(files.open()).toBe(1);
  });

  it('is ready anew when it changes after it was done, or while it was busy', () => {
    const files = settling(100);
    files.scanned([film(1)], 0);
    expect(names(files.scanned([film(1)], 100))).toEqual(['film.mp4']);
    expect(files.scanned([film(2)], 150), 'busy').toEqual([]);
    files.done(film(1));
    expect(files.scanned([film(2)], 249)).toEqual([]);
    expect(names(files.scanned([film(2)], 250))).toEqual(['film.mp4']);
    files.done(film(2));
    files.scanned([film(3)], 300);
    expect(names(files.scanned([film(3)], 400))).toEqual(['film.mp4']);
  });

  it('that failed is tried again after 5, 10, 20 seconds, at most 5 minutes', () => {
    const files = settling(0);
    const delays: number[] = [];
    let now = 0;
    for (let turn = 0; turn < 8; turn += 1) {
      expect(names(files.scanned([film(1)], now))).toEqual(['film.mp4']);
      const delay = files.failed(film(1), now);
      expect(files.scanned([film(1)], now + delay - 1)).toEqual([]);
      delays.push(delay / 1_000);
      now += delay;
    }
    expect(delays).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  });

  it('that is put back is ready at the next scan', () => {
    const files = settling(100);
    files.scanned([film(1)], 0);
    files.scanned([film(1)], 100);
    files.putBack(film(1));
    expect(names(files.scanned([film(1)], 110))).toEqual(['film.mp4']);
  });

  it('that went away is forgotten, unless it is busy', () => {
    const files = settling(100);
    files.scanned([film(1)], 0);
    files.scanned([], 50);
    expect(files.scanned([film(1)], 120)).toEqual([]);
    expect(names(files.scanned([film(1)], 220))).toEqual(['film.mp4']);
    files.scanned([], 230);
    expect(files.scanned([film(1)], 900)).toEqual([]);
  });
});
