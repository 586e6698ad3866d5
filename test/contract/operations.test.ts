import { describe, expect, it } from 'vitest';
import { events, operationIds, operationOf } from '../../src/contract/index.ts';

const documented = [
  ['POST', '/collections/{collection_id}/moment-criteria'],
  ['POST', '/share'],
  ['POST', '/collections/{collection_id}/media'],
  ['POST', '/deepSearch/{id}/cancel'],
  ['GET', '/chat/completions'],
  ['GET', '/files/{file_id}'],
  ['GET', '/face-match/{face_match_id}'],
  ['GET', '/face-detect/{face_detection_id}'],
  ['GET', '/extract'],
  ['DELETE', '/collections/{collection_id}'],
  ['DELETE', '/frames/{frame_extraction_id}'],
  ['DELETE', '/tags/{tag_id}'],
  ['PUT', '/webhooks/{webhook_id}'],
];

describe('operations', () => {
  it('documents the thirteen endpoints, in the order of the reference', () => {
    const found = operationIds
      .map(operationOf)
      .filter((operation) => operation.documented)
      .map(({ method, path }) => [method, path]);
    expect(found).toEqual(documented);
  });

  it.each(operationIds)('%s has its own id and a parameter for each placeholder of its path', (id) => {
    const operation = operationOf(id);
    const placeholders = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(operation.id).toBe(id);
    expect(Object.keys(operation.params.shape)).toEqual(placeholders);
  });

  it('no two operations have the same method and path', () => {
    const routes = operationIds
      .map(operationOf)
      .map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('responds 201 to an attach and 200 to everything else', () => {
    const created = operationIds.filter((id) => operationOf(id).status === 201);
    expect(created).toEqual(['moment-criteria.attach']);
  });
});

describe('events', () => {
  it('are twenty, each once', () => {
    expect(events).toHaveLength(20);
    expect(new Set(events).size).toBe(20);
  });
});
