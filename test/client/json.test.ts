import { describe, expect, it } from 'vitest';
import { readJson, writeJson } from '../../src/client/json/json.ts';

describe('JSON round trip', () => {
  it.each([
    '{"a":12345678901234567890}',
    '[1.0,1e400,-0,0.1000,1E5]',
    '{"10":1,"2":[{"b":1}],"a":"x"}',
    '{"a":{"b":[1.50,{"c":[]}]},"d":{}}',
    '{"say":"\\"}{,[\\\\","n":1.0}',
    '{"same":1,"same":2.0}',
    '{"__proto__":{"x":1.0}}',
  ])('%s', (text) => {
    expect(writeJson(readJson(text))).toBe(text);
    expect(writeJson({ whole: readJson(text), more: [readJson(text)] })).toBe(
      `{"whole":${text},"more":[${text}]}`,
    );
    // Only spacing may differ, in both directions.
    const spaced = writeJson(readJson(text), 2);
    expect(JSON.parse(spaced)).toEqual(JSON.parse(text));
    expect(writeJson(readJson(spaced))).toBe(text);
  });

  it('is formatted like JSON.stringify', () => {
    const value = { z: 1.5, p: { a: [{}, [], { b: [1, { c: 'x"\\' }] }], d: { e: {} }, g: null, h: true } };
    const text = JSON.stringify(value).replace('1.5', '1.50');
    const plain = (space: number, of: unknown) => JSON.stringify(of, undefined, space).replace('1.5', '1.50');
    for (const space of [0, 2]) {
      expect(writeJson(readJson(text), space)).toBe(plain(space, value));
      expect(writeJson([{ row: readJson(text), none: undefined }], space)).toBe(
        plain(space, [{ row: value }]),
      );
    }
  });

  it('reads a text nested deeper than the stack', () => {
    expect(readJson(`${'['.repeat(50_000)}1.0${']'.repeat(50_000)}`)).toBeInstanceOf(Array);
  });

  it('refuses text that is not JSON', () => {
    expect(() => readJson('{"a":1.0')).toThrow(SyntaxError);
  });
});
