/** openapi.json against that of the last release: what breaks a client is named, what is added passes. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openapi } from '../../../src/contract/index.ts';
import { breaking, type Described } from './breaking.ts';

interface Node {
  [key: string]: Node;
}

const text = await readFile(new URL('openapi.json', import.meta.url), 'utf8');
const released = JSON.parse(text) as Described & { version: string };

/** The released document after a change of it. */
function changed(change: (paths: Node, schemas: Node) => void): Described {
  const copy = JSON.parse(text) as { paths: Node; components: { schemas: Node } };
  change(copy.paths, copy.components.schemas);
  return copy as unknown as Described;
}

/** Goes down by names that must be there; `$ref` is not followed. */
const down = (node: Node, ...names: string[]): Node =>
  names.reduce((at, name) => at[name] ?? expect.fail(`${names.join(' > ')}: no ${name}`), node);

const put = (node: Node, name: string, value: unknown): void => {
  (node as Record<string, unknown>)[name] = value;
};

const answerOf = (paths: Node, path: string, method = 'get') =>
  down(paths, path, method, 'responses', '200', 'content', 'application/json', 'schema');
const bodyOf = (paths: Node, path: string) =>
  down(paths, path, 'post', 'requestBody', 'content', 'application/json', 'schema');
const upload = (paths: Node) =>
  down(paths, '/files', 'post', 'requestBody', 'content', 'multipart/form-data', 'schema');

type Change = [what: string, change: (paths: Node, schemas: Node) => void, line: RegExp | string];

const breaks: readonly Change[] = [
  ['a removed path', (paths) => delete paths['/files'], '/files: the path was removed'],
  ['a removed method', (paths) => delete down(paths, '/files').get, 'GET /files: the method was removed'],
  [
    'a removed parameter',
    (paths) => put(down(paths, '/files', 'get'), 'parameters', []),
    'GET /files query parameter limit: was removed',
  ],
  [
    'a new parameter that is required',
    (paths) =>
      put(down(paths, '/files', 'post'), 'parameters', [{ in: 'query', name: 'why', required: true }]),
    'POST /files query parameter why: is required now',
  ],
  [
    'a new field of a body that is required',
    (paths) => {
      put(down(upload(paths), 'properties'), 'why', { type: 'string' });
      put(upload(paths), 'required', ['file', 'why']);
    },
    'POST /files request.why: is required now',
  ],
  [
    'a field of a body that becomes required',
    (paths) => put(upload(paths), 'required', ['file', 'subtitles']),
    'POST /files request.subtitles: is required now',
  ],
  [
    'a removed field of a body',
    (paths) => delete down(upload(paths), 'properties').subtitles,
    'POST /files request.subtitles: was removed',
  ],
  [
    'a removed value of a body',
    (paths) => put(down(upload(paths), 'properties', 'enable_segment_thumbnails'), 'enum', ['true']),
    'POST /files request.enable_segment_thumbnails: "false" is refused now',
  ],
  [
    'a narrower type of a body',
    (paths) => put(down(upload(paths), 'properties', 'vocabulary'), 'type', 'integer'),
    'POST /files request.vocabulary: the type string is refused now',
  ],
  [
    'a tighter bound of a body',
    (paths) => put(down(upload(paths), 'properties', 'metadata'), 'maxLength', 10),
    'POST /files request.metadata: maxLength none against 10',
  ],
  [
    'a new pattern of a body',
    (paths) => put(down(upload(paths), 'properties', 'metadata'), 'pattern', '^a'),
    'POST /files request.metadata: pattern none against ^a',
  ],
  [
    'another type of content',
    (paths) => delete down(paths, '/files', 'post', 'requestBody', 'content')['multipart/form-data'],
    'POST /files request: multipart/form-data was removed',
  ],
  [
    'a removed answer',
    (paths) => delete down(paths, '/files', 'get', 'responses')['200'],
    'GET /files 200: the answer was removed',
  ],
  [
    'a removed header',
    (paths) => put(down(paths, '/files', 'get', 'responses', '200'), 'headers', {}),
    'GET /files 200: the header x-request-id was removed',
  ],
  [
    'a removed field of an answer, by reference',
    (_, schemas) => delete down(schemas, 'File', 'properties').bytes,
    /^GET \/files 200\.data\[\]\.bytes: was removed$/,
  ],
  [
    'a field of an answer that may be missing',
    (_, schemas) => put(down(schemas, 'File'), 'required', []),
    /^GET \/files 200\.data\[\]\.id: may be missing now$/,
  ],
  [
    'a wider type in an answer',
    (_, schemas) => put(down(schemas, 'File', 'properties', 'filename'), 'type', ['string', 'integer']),
    /^GET \/files 200\.data\[\]\.filename: the type integer may be in an answer now$/,
  ],
  [
    'null in an answer',
    (_, schemas) => {
      const { properties } = down(schemas, 'File');
      put(properties ?? {}, 'filename', { anyOf: [properties?.filename, { type: 'null' }] });
    },
    /^GET \/files 200\.data\[\]\.filename: the type null may be in an answer now$/,
  ],
  [
    'a new value in an answer',
    (_, schemas) => put(down(schemas, 'File', 'properties', 'status'), 'enum', ['pending', 'stuck']),
    /^GET \/files 200\.data\[\]\.status: "stuck" may be in an answer now$/,
  ],
  [
    'a field of a list that may be missing',
    (paths) => put(answerOf(paths, '/files'), 'required', []),
    'GET /files 200.data: may be missing now',
  ],
];

describe('openapi.json and that of the last release', () => {
  it('break no client: renew it by scripts/released-api.mjs only when a release is made', () => {
    expect(breaking(released, openapi() as unknown as Described)).toEqual([]);
  });

  it('are compared in whole', () => {
    expect(Object.keys(released.paths).length).toBeGreaterThan(70);
    expect(breaking(released, released)).toEqual([]);
  });

  it.each(breaks)('%s is named', (_, change, line) => {
    const found = breaking(released, changed(change));
    expect(found).toContainEqual(typeof line === 'string' ? line : expect.stringMatching(line));
  });

  it('what is only added passes', () => {
    const more = changed((paths, schemas) => {
      put(paths, '/new', { get: { responses: {} } });
      put(down(paths, '/files'), 'put', { responses: {} });
      put(down(paths, '/files', 'post'), 'parameters', [{ in: 'query', name: 'why', required: false }]);
      put(down(upload(paths), 'properties'), 'why', { type: 'string' });
      put(down(upload(paths), 'properties', 'enable_segment_thumbnails'), 'enum', ['true', 'false', 'auto']);
      put(down(upload(paths), 'properties', 'vocabulary'), 'type', ['string', 'array']);
      put(down(schemas, 'File', 'properties'), 'why', { type: 'string' });
      put(down(schemas, 'File'), 'required', [
        ...(down(schemas, 'File', 'required') as unknown as string[]),
        'why',
      ]);
      put(down(paths, '/files', 'get', 'responses'), '418', {});
      delete down(paths, '/files', 'get', 'responses')['429'];
    });
    expect(breaking(released, more)).toEqual([]);
  });

  it('a body that is required now, and a token that is needed now, are named', () => {
    const found = breaking(
      changed((paths) => {
        put(down(paths, '/collections', 'post', 'requestBody'), 'required', false);
        put(down(paths, '/files', 'get'), 'security', []);
      }),
      released,
    );
    expect(found).toEqual([
      'GET /files: a token is needed now',
      'POST /collections request: a body is required now',
    ]);
    expect(bodyOf(JSON.parse(text).paths, '/collections')).toBeDefined();
  });
});
