import { describe, expect, it } from 'vitest';
import { answerText, JsonText } from '../../../src/service/http/bodies/json-text.ts';

const stored = () => new JsonText('{"a":[1,{"b":"é\\""}],"c":null}');

describe('an answer as text', () => {
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['an object with a stored value', { id: 'x', metadata: stored(), bytes: 7 }],
    ['a value that is left out, first or last', { a: undefined, b: stored(), c: undefined, d: () => 1 }],
    [
      'a list',
      {
        total: 2,
        data: [
          { id: 1, metadata: stored() },
          { id: 2, metadata: null },
        ],
        more: true,
      },
    ],
    [
      'a list with gaps, texts and dates',
      { data: [undefined, 'x', null, new Date(0), [stored()], stored()] },
    ],
    ['stored values further down', { a: { b: stored() }, data: [{ a: [stored()], b: { c: stored() } }] }],
    ['names that need quotes', { 'a"b\n': stored(), __proto__x: 1 }],
    ['numbers that JSON does not have', { a: Number.NaN, b: [Number.POSITIVE_INFINITY], c: -0 }],
    ['a list alone', [1, stored()]],
    ['a stored value alone', stored()],
    ['a text', 'a'],
    ['null', null],
  ])('is what JSON.stringify gives for %s', (_, answer) => {
    expect(answerText(answer)).toBe(JSON.stringify(answer));
  });

  it('has a stored text as it is, without parsing it', () => {
    expect(answerText({ data: [{ a: new JsonText('{ "b" : 1.0 }') }] })).toBe(
      '{"data":[{"a":{ "b" : 1.0 }}]}',
    );
  });
});
