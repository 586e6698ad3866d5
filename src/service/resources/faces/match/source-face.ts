import { rm } from 'node:fs/promises';
import type { JobContext } from '../../../jobs/handlers.ts';
import { type FoundFace, largestFace, stillPicture } from '../../../understanding/modalities/faces/index.ts';
import { mediaFault } from '../../common/media-fault.ts';
import { fetchSource, SourceRefused } from '../../files/intake/fetch.ts';
import { isPicture, MAX_SOURCE_BYTES } from './source.ts';

/** The context needed to analyse a picture, from a job or a request. */
export type LookContext = Pick<JobContext, 'config' | 'objects' | 'ffmpeg' | 'signal'>;

/** Where a picture is: at a URL, in a temporary file that is deleted afterwards, or in a file that stays. */
export type SourcePicture = { readonly url: string } | { readonly path: string } | { readonly kept: string };

/** Longest time to fetch a picture, in milliseconds: a match of faces, which waits for it, keeps others from running. */
const PICTURE_MS = 60_000;

/** The source face, or why there is none. */
export type SourceFace = { readonly face: FoundFace } | { readonly reason: string };

/**
 * Finds the largest face in a picture.
 * @throws errors worth a retry, such as a URL that does not respond
 */
export async function sourceFace(ctx: LookContext, picture: SourcePicture): Promise<SourceFace> {
  return withSource(ctx, picture, (path) => faceIn(ctx, path));
}

/**
 * Does something with the file of a picture, which is fetched first if need be.
 * @returns its result, or why the picture is refused
 * @throws errors worth a retry, such as a URL that does not respond
 */
export async function withSource<Result>(
  ctx: LookContext,
  picture: SourcePicture,
  use: (path: string) => Promise<Result>,
): Promise<Result | { readonly reason: string }> {
  if ('kept' in picture) return use(picture.kept);
  let path: string | undefined;
  try {
    path = 'path' in picture ? picture.path : await fetched(ctx, picture.url);
    return await use(path);
  } catch (error) {
    if (error instanceof SourceRefused) return { reason: `the source image: ${error.message}` };
    throw error;
  } finally {
    if (path !== undefined) await rm(path, { force: true });
  }
}

async function fetched(ctx: LookContext, url: string): Promise<string> {
  const config = { ...ctx.config, maxUploadBytes: MAX_SOURCE_BYTES };
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(PICTURE_MS)]);
  return (await fetchSource({ ...ctx, config, signal }, url)).path;
}

async function faceIn(ctx: LookContext, path: string): Promise<SourceFace> {
  if (!(await isPicture(path))) return { reason: 'the source image is not an image' };
  try {
    const picture = await stillPicture(path, await ctx.objects.tmpFile('.jpg'), ctx);
    const face = await largestFace(picture, ctx.signal);
    return face ? { face } : { reason: 'no face was found in the source image' };
  } catch (error) {
    return { reason: `the source image cannot be read: ${mediaFault(ctx, error)}` };
  }
}
