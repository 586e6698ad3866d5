import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/contract/index.ts';

describe('canonical JSON', () => {
  it('does not depend on the order of keys, at any depth', () => {
    const one = { name: 'a', scoring: { key: 's', min: 0, max: 1 } };
    const other = { scoring: { max: 1, key: 's', min: 0 }, name: 'a' };
    expect(canonicalJson(one)).toBe('{"name":"a","scoring":{"key":"s","max":1,"min":0}}');
    expect(canonicalJson(other)).toBe(canonicalJson(one));
  });

  it('keeps the order of lists', () => {
    expect(canonicalJson(['b', 'a'])).toBe('["b","a"]');
  });

  it('gives the numbers, literals and texts of the example in RFC 8785, 3.2.2', () => {
    const text = String.raw`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`;
    expect(canonicalJson(JSON.parse(text))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts keys by their UTF-16 code units, as the example in RFC 8785, 3.2.3', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const sorted = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
    const expected = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
    expect(sorted).toBe(`{${expected.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`);
  });

  it('omits undefined fields, like JSON', () => {
    expect(canonicalJson({ a: undefined, b: null })).toBe('{"b":null}');
  });
});
