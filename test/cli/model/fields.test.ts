import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../src/cli/model/fields.ts';
import { either, id, integer, needed, object, toggle } from '../../../src/cli/model/values.ts';

describe('the fields that flags make', () => {
  it('stand at their own names in snake case, or where they say, and not at all where they were not given', () => {
    const declared = {
      fileId: needed(id('')),
      maxFaces: integer(''),
      chapters: integer('', { field: 'a.b' }),
    };
    expect(fieldsOf(declared, { fileId: 'x', chapters: 3, other: 1 })).toEqual({ file_id: 'x', a: { b: 3 } });
  });

  it('leave out what is for this program alone', () => {
    const declared = { wait: toggle('', { local: true }), summary: either('') };
    expect(fieldsOf(declared, { wait: true, summary: false })).toEqual({ summary: false });
  });

  it('override fields of an object given whole, whichever is declared first, and leave that object as it is', () => {
    const whole = object('', { field: 'config' });
    const field = integer('', { field: 'config.inner.n' });
    const given = { kept: 1, inner: { n: 2, m: 3 } };
    for (const declared of [
      { whole, field },
      { field, whole },
    ])
      expect(fieldsOf(declared, { whole: given, field: 9 })).toEqual({
        config: { kept: 1, inner: { n: 9, m: 3 } },
      });
    expect(given).toEqual({ kept: 1, inner: { n: 2, m: 3 } });
  });
});
