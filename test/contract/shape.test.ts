import { describe, expect, it } from 'vitest';
import { operationIds, operationOf } from '../../src/contract/operations/index.ts';
import { fieldNames, misfit } from '../../src/contract/shape.ts';

const { answer: file } = operationOf('file.get');
const { answer: list } = operationOf('file.list');

describe('a response', () => {
  it.each([[[]], [null], ['x'], [5], [true], [{}], [{ message: 'hello' }]])('%j is not a file', (value) => {
    expect(misfit(fieldNames(file), value)).toMatch(
      /^must be an object with id, status, uri and so on: it is /,
    );
  });

  it.each([[[]], [null], [{}], [{ data: {} }], [{ data: null, total: 3 }]])('%j is not a list', (value) => {
    expect(misfit(fieldNames(list), value)).toMatch(/^must be an object with a list in data: it is /);
  });

  it('[FILE-7] [FILE-8] may lack fields, and have unknown fields and values', () => {
    expect(misfit(fieldNames(file), { id: 'f' })).toBeUndefined();
    expect(misfit(fieldNames(file), { status: 'resting', source: 'satellite', extra: [] })).toBeUndefined();
    expect(misfit(fieldNames(list), { data: [{ extra: 1 }] })).toBeUndefined();
    expect(misfit(fieldNames(list), { data: { files: [] } })).toBeUndefined();
  });

  it.each(operationIds)('of %s: an empty object and a list do not match', (id) => {
    expect(misfit(fieldNames(operationOf(id).answer), {})).toBeDefined();
    expect(misfit(fieldNames(operationOf(id).answer), [])).toBeDefined();
  });
});
