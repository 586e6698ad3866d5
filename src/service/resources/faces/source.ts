import { copyFile, rm, writeFile } from 'node:fs/promises';
import type { BodyOf } from '../../../contract/index.ts';
import { sniffFile } from '../../../media/sniff/sniff.ts';
import { badRequest } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { checkedUrl } from '../../net/outgoing.ts';
import { FILE_URI, findFile } from '../common/lookup.ts';
import { matchKeys } from './keys.ts';

/** Largest picture of a face that is taken, in bytes: cameras stay below, films do not. */
export const MAX_SOURCE_BYTES = 20 * 1024 * 1024;

type SourceImage = BodyOf<'face-match.create'>['source_image'];

/**
 * Keeps the picture of a face until it was looked for.
 * @returns the address it is to be fetched from, null when it was sent along or is a file's own
 * @throws as `sourcePicture` does
 */
export async function keepSource(
  ctx: RequestContext,
  matchId: string,
  image: SourceImage,
): Promise<string | null> {
  const source = await sourcePicture(ctx, image);
  if ('url' in source) return source.url;
  try {
    await ctx.objects.put(matchKeys.source(matchId), source.path);
  } finally {
    await rm(source.path, { force: true });
  }
  return null;
}

/**
 * The picture of a face that a request brings or names: an address to fetch it from, or a temporary file that its
 * reader removes.
 * @throws 404 for the uri of a file that is not there; 400 for an address that may not be reached, for text that is
 *   not base64 and for bytes that are not a picture
 */
export async function sourcePicture(
  ctx: RequestContext,
  { url, base64_image: text = '' }: SourceImage,
): Promise<{ readonly url: string } | { readonly path: string }> {
  const own = url?.startsWith(FILE_URI) ? await pictureOf(ctx, url.slice(FILE_URI.length)) : undefined;
  if (url !== undefined && own === undefined) return { url: webAddress(ctx, url) };
  const path = await ctx.objects.tmpFile();
  try {
    if (own !== undefined) await copyFile(own, path);
    else await writeFile(path, decode(text), { mode: 0o600 });
    const what = own === undefined ? 'field source_image.base64_image holds' : `${url} holds`;
    if (!(await isPicture(path))) throw badRequest(`${what} no picture (JPEG, PNG, WebP, GIF, BMP or TIFF)`);
    return { path };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function webAddress({ config }: RequestContext, url: string): string {
  if (!/^https?:/i.test(url))
    throw badRequest(
      `field source_image.url must be an http(s) URL, or the uri of a picture (${FILE_URI}ID)`,
    );
  return checkedUrl(url, config.allowPrivateAddresses).href;
}

/** Where the content of a file is that may be the picture of a face. @throws 404, and 400 for what is too large */
async function pictureOf(ctx: RequestContext, id: string): Promise<string> {
  const { object_key: key, bytes } = await findFile(ctx, id);
  if (key === null) throw badRequest(`file ${id} has not arrived yet; ask again once it is completed`);
  if (bytes !== null && bytes > MAX_SOURCE_BYTES)
    throw badRequest(`file ${id} is larger than ${MAX_SOURCE_BYTES} bytes; a picture of a face is needed`);
  return ctx.objects.path(key);
}

/** Whether a file is a picture by its first bytes. */
export async function isPicture(path: string): Promise<boolean> {
  return sniffFile(path).then(
    ({ picture }) => picture,
    () => false,
  );
}

/** Base64 with or without line breaks, and as a data URL. */
function decode(text: string): Buffer {
  const bare = text.replace(/^data:[^,]{0,100};base64,/, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(bare))
    throw badRequest('field source_image.base64_image is not base64: send the bytes of a picture in it');
  const bytes = Buffer.from(bare, 'base64');
  if (bytes.length > MAX_SOURCE_BYTES)
    throw badRequest(`field source_image.base64_image holds more than ${MAX_SOURCE_BYTES} bytes`);
  return bytes;
}
