import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { ObjectStorage } from '../store/objects/objects.ts';
import type { AppEnv } from './access/env.ts';

export interface ObjectAnswer {
  readonly contentType: string;
  /** How long the client may cache it, in seconds; 0 for not at all. */
  readonly cacheSeconds: number;
  /** Serve it as a download with this name. */
  readonly filename?: string;
}

/** What a request asks of an object. */
export interface ObjectAsked {
  readonly range: string | undefined;
  /** Whether the client can be sent to the storage for it. */
  readonly mayLeave: boolean;
}

/**
 * Programs, players and downloads follow a redirect to another host. The scripts of pages could only if the storage
 * allowed it (CORS), and our own pages load nothing from elsewhere.
 */
export function objectAsked(c: Context<AppEnv>): ObjectAsked {
  const fromPage = c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') === 'same-origin';
  return { range: c.req.header('range'), mayLeave: c.req.method === 'GET' && !fromPage };
}

/**
 * Serves an object of the storage, whole or one range of it (RFC 9110, section 14). 404 if there is no such object, 416
 * if the range lies outside it; a request for several ranges gets the whole object. Where clients reach the storage, a
 * redirect to a signed address that ends with the link: the range is then read there.
 */
export async function serveObject(
  objects: Pick<ObjectStorage, 'size' | 'read' | 'address'>,
  key: string,
  { range, mayLeave }: ObjectAsked,
  options: ObjectAnswer,
): Promise<Response> {
  const location = mayLeave ? await addressOf(objects, key, options) : undefined;
  if (location !== undefined)
    return new Response(null, { status: 307, headers: { location, 'cache-control': 'no-store' } });
  const size = await objects.size(key);
  if (size === undefined)
    return Response.json({ error: 'the object of this link no longer exists' }, { status: 404 });
  const wanted = parseRange(range, size);
  if (wanted === 'outside')
    return Response.json(
      { error: `the range is outside the object's ${size} bytes` },
      { status: 416, headers: { 'content-range': `bytes */${size}` } },
    );
  const { start, end } = wanted ?? { start: 0, end: size - 1 };
  const headers = new Headers({
    'content-type': options.contentType,
    'content-length': String(end - start + 1),
    'accept-ranges': 'bytes',
    'cache-control': options.cacheSeconds > 0 ? `private, max-age=${options.cacheSeconds}` : 'no-store',
  });
  if (options.filename !== undefined) headers.set('content-disposition', attachment(options.filename));
  if (wanted) headers.set('content-range', `bytes ${start}-${end}/${size}`);
  const body = size === 0 ? null : Readable.toWeb(await objects.read(key, { start, end }));
  return new Response(body as ReadableStream | null, { status: wanted ? 206 : 200, headers });
}

async function addressOf(
  { address }: Pick<ObjectStorage, 'address'>,
  key: string,
  { contentType, cacheSeconds, filename }: ObjectAnswer,
): Promise<string | undefined> {
  const disposition = filename === undefined ? {} : { disposition: attachment(filename) };
  return address?.(key, { contentType, seconds: Math.max(1, cacheSeconds), ...disposition });
}

type Range = { start: number; end: number };

/**
 * Not range-parser: it takes any unit, makes lists of ranges that are not served, and calls `bytes=4-2` outside the file,
 * which RFC 9110 says to ignore.
 * @returns the positions of one byte range, both included; undefined where the whole is to be sent
 */
function parseRange(header: string | undefined, size: number): Range | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start >= size || (first === '' && Number(last) === 0) ? 'outside' : { start, end };
}

/** A file name with any characters, in the form of RFC 6266 and RFC 8187. */
function attachment(filename: string): string {
  const plain = filename.replace(/[^\w.-]/g, '_');
  const coded = encodeURIComponent(filename).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
}
