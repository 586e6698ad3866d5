import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readQuery, writeQuery } from '../../src/contract/index.ts';

const schema = z.object({
  limit: z.int().default(5),
  include: z.array(z.string()).optional(),
  include_data: z.boolean().default(true),
  filter: z.object({}).optional(),
  status: z.string().optional(),
});
const read = (query: string) => readQuery(schema, new URLSearchParams(query));

describe('query strings', () => {
  it.each([
    'include=x,y',
    'include=x&include=y',
    'include[]=x&include[]=y',
    'include[]=x,y',
    'include=x,%20y,',
    'include=x&include[]=y&include=',
  ])('reads the array %s', (query) => {
    expect(read(query)).toEqual({ include: ['x', 'y'] });
  });

  it.each(['', '0x10', 'Infinity', '1e', 'five'])(
    'keeps %j as text, so that the check names the parameter',
    (text) => {
      expect(read(`limit=${text}`)).toEqual({ limit: text });
    },
  );

  it.each(['include=', 'include=,', 'include[]='])('reads %s as no list at all', (query) => {
    expect(read(query)).toEqual({});
  });

  it('keeps an empty list where an object is asked for, so that the check names the parameter', () => {
    expect(read('filter=[]')).toEqual({ filter: [] });
  });

  it('reads numbers, booleans and JSON, and omits unknown parameters', () => {
    expect(read('limit=7&include_data=false&filter={"a":1}&other=1&__proto__=1')).toEqual({
      limit: 7,
      include_data: false,
      filter: { a: 1 },
    });
  });

  it('writes what it reads', () => {
    const values = {
      limit: 7,
      include: ['x', 'y'],
      include_data: false,
      filter: { a: 1 },
      status: 'done & dusted',
    };
    expect(readQuery(schema, writeQuery({ ...values, absent: undefined }))).toEqual(values);
  });
});
