import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { BodyOf } from '../../../../contract/index.ts';
import { thumbnailAt } from '../../../../media/index.ts';
import { sniffFile } from '../../../../media/sniff/sniff.ts';
import { badRequest } from '../../../errors.ts';
import type { RequestContext } from '../../../http/handler.ts';
import { checkedUrl } from '../../../net/outgoing.ts';
import { durationOf, FILE_URI, findFile } from '../../common/lookup.ts';
import { mediaFault } from '../../common/media-fault.ts';
import { matchKeys } from '../lifecycle.ts';

/** Largest source image in bytes: larger than any photo, smaller than most films. */
export const MAX_SOURCE_BYTES = 20 * 1024 * 1024;

/** Largest width of the frame of a file, in pixels: enough for its faces. */
const FRAME_WIDTH = 1_920;

/** A picture that a request contains or names, or the frame of a file. */
type SourceImage = BodyOf<'face-match.create'>['source_image'] &
  Pick<NonNullable<BodyOf<'search.run'>['source_image']>, 'file_id' | 'time'>;

/**
 * Stores the source image until the match has run.
 * @returns the URL to fetch it from; null if it was sent along or is a file's own
 * @throws the errors of `sourcePicture`
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
 * The source image that a request contains or names: a URL to fetch it from, or a temporary file that the caller
 * deletes.
 * @throws 404 for an unknown file; 400 for a second that a file does not have, for a URL that is not allowed, for invalid base64 and for bytes that
 * are not an image
 */
export async function sourcePicture(
  ctx: RequestContext,
  { url, base64_image: text = '', file_id, time = 0 }: SourceImage,
): Promise<{ readonly url: string } | { readonly path: string }> {
  if (file_id !== undefined) return { path: await frameOf(ctx, file_id, time) };
  const own = url?.startsWith(FILE_URI) ? await pictureOf(ctx, url.slice(FILE_URI.length)) : undefined;
  if (url !== undefined && own === undefined) return { url: webAddress(ctx, url) };
  const path = await ctx.objects.tmpFile();
  try {
    if (own !== undefined)
      await pipeline(await ctx.objects.read(own), createWriteStream(path, { mode: 0o600 }));
    else await writeFile(path, decode(text), { mode: 0o600 });
    const what = own === undefined ? 'field source_image.base64_image holds' : `${url} holds`;
    if (!(await isPicture(path))) throw badRequest(`${what} no image (JPEG, PNG, WebP, GIF, BMP or TIFF)`);
    return { path };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** The frame that a file shows at a second, in a temporary JPEG file. */
async function frameOf(ctx: RequestContext, id: string, time: number): Promise<string> {
  const file = await findFile(ctx, id);
  if (file.status !== 'completed' || file.object_key === null)
    throw badRequest(`file ${id} is not stored yet; try again once it is completed`);
  const duration = durationOf(file);
  if (duration !== null && time > duration)
    throw badRequest(`field source_image.time: file ${id} ends at ${duration} s`);
  const path = await ctx.objects.tmpFile('.jpg');
  try {
    const original = await ctx.objects.path(file.object_key);
    await thumbnailAt(
      original,
      time,
      { ffmpeg: ctx.ffmpeg, signal: ctx.signal, maxWidth: FRAME_WIDTH },
      path,
    );
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw badRequest(`the frame of file ${id} at ${time} s cannot be read: ${mediaFault(ctx, error)}`);
  }
}

function webAddress({ config }: RequestContext, url: string): string {
  if (!/^https?:/i.test(url))
    throw badRequest(`field source_image.url must be an http(s) URL, or the uri of an image (${FILE_URI}ID)`);
  return checkedUrl(url, config.allowPrivateAddresses).href;
}

/** The key of a file's content, for use as a source image. @throws 404, and 400 if it is too large */
async function pictureOf(ctx: RequestContext, id: string): Promise<string> {
  const { object_key: key, bytes } = await findFile(ctx, id);
  if (key === null) throw badRequest(`file ${id} is not stored yet; try again once it is completed`);
  if (bytes !== null && bytes > MAX_SOURCE_BYTES)
    throw badRequest(
      `file ${id} is larger than ${MAX_SOURCE_BYTES} bytes; a source image must be an image of a face`,
    );
  return key;
}

/** Whether a file's first bytes are those of an image. */
export async function isPicture(path: string): Promise<boolean> {
  return sniffFile(path).then(
    ({ picture }) => picture,
    () => false,
  );
}

/** Decodes base64 with or without line breaks, or as a data URL. */
function decode(text: string): Buffer {
  const bare = text.replace(/^data:[^,]{0,100};base64,/, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(bare))
    throw badRequest('field source_image.base64_image is not valid base64; send the bytes of an image in it');
  const bytes = Buffer.from(bare, 'base64');
  if (bytes.length > MAX_SOURCE_BYTES)
    throw badRequest(`field source_image.base64_image is larger than ${MAX_SOURCE_BYTES} bytes`);
  return bytes;
}
