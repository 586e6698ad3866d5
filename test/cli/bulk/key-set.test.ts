import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KeySet } from '../../../src/cli/bulk/key-set.ts';

const key = (index: number) => createHash('sha256').update(String(index)).digest('hex').slice(0, 24);

describe('a set of keys', () => {
  it('contains what was added and nothing else, however large it grows', () => {
    const set = new KeySet();
    const count = 20_000;
    for (let index = 0; index < count; index += 1) expect(set.add(key(index))).toBe(true);
    for (let index = 0; index < count; index += 1) {
      expect(set.has(key(index))).toBe(true);
      expect(set.has(key(count + index))).toBe(false);
      expect(set.add(key(index))).toBe(false);
    }
  });

  it('distinguishes keys with the same start or end', () => {
    const set = new KeySet();
    const alike = ['0', '1', 'f'].flatMap((digit) => [
      `${digit}${'0'.repeat(23)}`,
      `${'0'.repeat(12)}${digit}${'0'.repeat(11)}`,
      `${'0'.repeat(23)}${digit}`,
    ]);
    const different = [...new Set(alike)];
    for (const one of different) expect(set.add(one), one).toBe(true);
    for (const one of different) expect(set.has(one), one).toBe(true);
  });

  it('ignores text that is not a key', () => {
    const set = new KeySet();
    for (const text of ['', 'x'.repeat(24), key(1).slice(1), key(1).toUpperCase()]) {
      expect(set.add(text)).toBe(false);
      expect(set.has(text)).toBe(false);
    }
  });
});
