/** The requests of resumable uploads, by tus 1.0. */
import { tus } from '../../contract/resumable.ts';
import type { Client } from '../client.ts';
import { AnswerError, ApiError } from '../errors.ts';

const version = { 'tus-resumable': tus.version };

/**
 * Whether the service says that uploads can be resumed. Any other answer, and none, mean that they cannot: a service need
 * not know this.
 */
export async function canResume(client: Client, signal?: AbortSignal): Promise<boolean> {
  try {
    const asked = { method: 'OPTIONS', path: tus.path };
    const { headers } = (await client.request(asked, { signal, retry: false })).reply;
    return named(headers['tus-version'], tus.version) && named(headers['tus-extension'], 'creation');
  } catch {
    signal?.throwIfAborted();
    return false;
  }
}

const named = (list: string | undefined, name: string): boolean =>
  list?.split(',').some((one) => one.trim() === name) === true;

/** Begins an upload. @param described filename and fields, as text @returns its id */
export async function createUpload(
  client: Client,
  bytes: number,
  described: string,
  signal?: AbortSignal,
): Promise<string> {
  const headers = { ...version, 'upload-length': String(bytes), 'upload-metadata': described };
  const { reply } = await client.request({ method: 'POST', path: tus.path, headers }, { signal });
  // Only the id: whatever address a service names, the token goes to the base URL.
  const id = /([\w-]{1,200})([?#].*)?$/.exec(reply.headers.location ?? '')?.[1];
  if (id !== undefined) return id;
  throw new AnswerError('The response to POST /uploads names no upload', 'POST /uploads', undefined);
}

/** The header that describes a file. @param fields texts by name, such as filename */
export const description = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, text]) => `${name} ${Buffer.from(text).toString('base64')}`)
    .join(',');

const at = (id: string): string => `${tus.path}/${id}`;

/** Bytes that the service has of an upload; undefined if it no longer knows the upload. */
export async function offsetOf(
  client: Client,
  id: string,
  options: { signal?: AbortSignal | undefined; retry?: boolean } = {},
): Promise<number | undefined> {
  try {
    const { reply } = await client.request({ method: 'HEAD', path: at(id), headers: version }, options);
    const offset = reply.headers['upload-offset'] ?? '';
    if (/^\d{1,15}$/.test(offset)) return Number(offset);
    throw new AnswerError(
      'The response to HEAD /uploads/ID has no Upload-Offset',
      'HEAD /uploads/ID',
      undefined,
    );
  } catch (error) {
    if (error instanceof ApiError && [403, 404, 410].includes(error.status)) return undefined;
    throw error;
  }
}

/** Sends bytes of an upload, in one attempt. @param offset position of the first @param length number of bytes */
export async function sendBytes(
  client: Client,
  id: string,
  { offset, length, content }: { offset: number; length: number; content: () => AsyncIterable<Uint8Array> },
  signal?: AbortSignal,
): Promise<void> {
  const headers = {
    ...version,
    'content-type': tus.contentType,
    'content-length': String(length),
    'upload-offset': String(offset),
  };
  await client.request({ method: 'PATCH', path: at(id), headers, content }, { signal, retry: false });
}

/** Gives up an upload; no error if it is gone. */
export async function giveUp(client: Client, id: string, signal?: AbortSignal): Promise<void> {
  await client
    .request({ method: 'DELETE', path: at(id), headers: version }, { signal, retry: false })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
}
