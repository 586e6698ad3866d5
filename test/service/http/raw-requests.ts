/** Almost valid requests, as bytes: the same seed makes the same ones. */
import { type Operation, openapi, operations } from '../../../src/contract/index.ts';
import type { Seeded } from '../../support/seeded.ts';
import { bodyFor, texts } from './hostile-values.ts';
import { chunked, type Manner } from './raw.ts';

export interface RawRequest {
  bytes: Buffer;
  manner: Manner;
  /** True for HEAD, whose response has no body. */
  bodiless: boolean;
}

/** Existing resources to ask for. */
export interface Known {
  token: string;
  ids: readonly string[];
}

const all: Operation[] = Object.values(operations);
const { paths, components } = openapi() as {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: Record<string, unknown> }> } }>
  >;
  components: { schemas: Record<string, unknown> };
};

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'CONNECT',
  'FOO',
  'get',
  '',
];
const HOSTS = [
  'localhost',
  'localhost',
  'localhost',
  '127.0.0.1:80',
  '[::1]',
  '',
  'a b',
  '"',
  'evil.example',
  'a,b',
  '\xff',
];
const TYPES = [
  ...[
    'application/json',
    'application/json',
    'application/json; charset=utf-8',
    'application/json; charset=utf-16',
  ],
  ...[
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'text/plain',
    '',
    '\xff',
  ],
];
const NOISE = [
  ...[
    'expect: 100-continue',
    'expect: magic',
    'upgrade: websocket',
    'connection: upgrade',
    'content-encoding: gzip',
  ],
  ...[
    'range: bytes=0-1',
    'if-none-match: *',
    'x-request-id: a b',
    'x-http-method-override: DELETE',
    'te: trailers',
  ],
  ...[
    'cookie: vau_session=a.b',
    'origin: null',
    'x-forwarded-host: evil.example',
    'trailer: x',
    'accept: \xff',
    ': x',
    'x',
  ],
  `x: ${'y'.repeat(20_000)}`,
];

/** One request, complete or not, in one piece or many, with or without changed bytes. */
export function rawRequest(chance: Seeded, known: Known): RawRequest {
  const operation = chance.pick(all);
  const method = odds(chance, 8) ? chance.pick(METHODS) : operation.method;
  const content = contentOf(operation, chance, known);
  const { framing, sent } = frame(content.body, chance);
  const lines = [
    `${method} ${target(operation, chance, known)} HTTP/1.${odds(chance, 20) ? 0 : 1}`,
    `host: ${odds(chance, 15) ? chance.pick(HOSTS) : 'localhost'}`,
    ...(odds(chance, 12)
      ? []
      : [`authorization: Bearer ${odds(chance, 12) ? chance.pick(texts) : known.token}`]),
    'connection: close',
    ...content.headers,
    ...framing,
    ...Array.from({ length: odds(chance, 8) ? 1 + chance.below(2) : 0 }, () => chance.pick(NOISE)),
  ];
  const whole = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), sent]);
  const bytes = odds(chance, 8) ? spoil(whole, chance) : whole;
  return { bytes, manner: mannerOf(bytes, chance), bodiless: method === 'HEAD' };
}

/** True with probability 1 / `of`. */
const odds = (chance: Seeded, of: number) => chance.below(of) === 0;

/** Half a surrogate pair cannot be encoded, and stands for itself as text. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

function target({ path, query, method }: Operation, chance: Seeded, { ids }: Known): string {
  const id = () => (method !== 'DELETE' && !odds(chance, 4) ? chance.pick(ids) : encoded(chance.pick(texts)));
  const place = `/v1${path.replace(/\{[^}]+\}/g, id)}`;
  const names = [...Object.keys(query.shape), 'a[]', '%', '__proto__'];
  const pairs = Array.from({ length: odds(chance, 8) ? 1 + chance.below(2) : 0 }, () => {
    const value = chance.pick(texts);
    return `${chance.pick(names)}=${odds(chance, 5) ? value.replace(/[^!-~]/g, '%') : encoded(value)}`;
  });
  const asked = pairs.length > 0 ? `${place}?${pairs.join('&')}` : place;
  return odds(chance, 15)
    ? chance.pick([
        '*',
        '//',
        '?',
        '\\',
        `http://localhost${asked}`,
        `http://u:p@evil${asked}`,
        `${asked}#x`,
        `/.${asked}`,
        `${asked}/`,
      ])
    : asked;
}

function contentOf(operation: Operation, chance: Seeded, known: Known): { headers: string[]; body: Buffer } {
  const wrong = odds(chance, 10) ? [`content-type: ${chance.pick(TYPES)}`] : undefined;
  if (operation.bodyType === 'multipart' || odds(chance, 12))
    return { headers: wrong ?? ['content-type: multipart/form-data; boundary=b'], body: form(chance) };
  if (!operation.body && !odds(chance, 5)) return { headers: wrong ?? [], body: Buffer.alloc(0) };
  const schema =
    Object.values(paths[operation.path]?.[operation.method.toLowerCase()]?.requestBody?.content ?? {})[0]
      ?.schema ?? {};
  const value = bodyFor(schema, components.schemas, chance, chance.pick([0, 0, 10, 30]), known.ids);
  const text = Buffer.from(JSON.stringify(value) ?? '');
  return {
    headers: wrong ?? ['content-type: application/json'],
    body: odds(chance, 8) ? spoil(text, chance) : text,
  };
}

const PART_NAMES = [
  'file',
  'file',
  'metadata',
  'subtitles',
  'enable_segment_thumbnails',
  '',
  '__proto__',
  'n'.repeat(20_000),
];

function form(chance: Seeded): Buffer {
  const parts = Array.from({ length: chance.below(4) }, () => {
    const filename = odds(chance, 3)
      ? ''
      : `; filename="${chance
          .pick(texts)
          .slice(0, 300)
          .replace(/["\r\n]/g, '')}"`;
    const name = odds(chance, 10) ? '' : `; name="${chance.pick(PART_NAMES)}"`;
    const content = chance.pick(['x', '', '{}', '{"a":1}', '\0\xff', '--b', 'x'.repeat(100_000)]);
    return `--b\r\ncontent-disposition: form-data${name}${filename}\r\n\r\n${content}\r\n`;
  });
  return Buffer.from(parts.join('') + chance.pick(['--b--\r\n', '--b--\r\n', '', '--b', '\r\n']));
}

/** The right length, or another; chunks, valid or not; or no framing at all. */
function frame(body: Buffer, chance: Seeded): { framing: string[]; sent: Buffer } {
  const length = (bytes: number) => [`content-length: ${bytes}`];
  switch (chance.below(24)) {
    case 0:
      return { framing: length(body.length + chance.below(5)), sent: body };
    case 1:
      return { framing: length(chance.below(body.length + 1)), sent: body };
    case 2:
      return {
        framing: [
          chance.pick(['content-length: -1', 'content-length: x', 'content-length: 99999999999999999999']),
        ],
        sent: body,
      };
    case 3:
      return { framing: body.length > 0 ? [] : length(0), sent: body };
    case 4:
      return { framing: [...length(body.length), 'transfer-encoding: chunked'], sent: chunked(body) };
    case 5:
      return {
        framing: [chance.pick(['transfer-encoding: gzip, chunked', 'transfer-encoding: x'])],
        sent: chunked(body),
      };
    case 6:
      return { framing: ['transfer-encoding: chunked'], sent: spoil(chunked(body, 50), chance) };
    case 7:
    case 8:
    case 9:
      return { framing: ['transfer-encoding: chunked'], sent: chunked(body, chance.pick([1, 7, 1000])) };
    default:
      return { framing: length(body.length), sent: body };
  }
}

/** Changes, drops, repeats or adds some bytes. */
function spoil(bytes: Buffer, chance: Seeded): Buffer {
  let spoilt = bytes;
  for (let turn = 0; turn <= chance.below(3); turn += 1) {
    const at = chance.below(spoilt.length + 1);
    const [before, behind] = [spoilt.subarray(0, at), spoilt.subarray(at)];
    const some = chance.below(20);
    spoilt = chance.pick([
      Buffer.concat([before, Buffer.from([chance.below(256)]), behind.subarray(1)]),
      Buffer.concat([before, behind.subarray(some)]),
      Buffer.concat([before, behind.subarray(0, some), behind]),
      Buffer.concat([
        before,
        Buffer.from(chance.pick(['\r\n', '\n', '\0', '\xff', '\r\n\r\n', '--b'])),
        behind,
      ]),
    ]);
  }
  return spoilt;
}

function mannerOf(bytes: Buffer, chance: Seeded): Manner {
  const cuts = Array.from({ length: odds(chance, 3) ? 1 + chance.below(4) : 0 }, () =>
    chance.below(bytes.length + 1),
  );
  const abort = odds(chance, 12) ? { abortAt: chance.below(bytes.length + 1) } : {};
  // The test does not wait for requests that announce more and send nothing.
  return { cuts: cuts.sort((one, other) => one - other), patienceMs: 150, ...abort };
}
