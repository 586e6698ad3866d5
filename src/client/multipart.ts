/** Streams a multipart body from disk; its length is known in advance. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { absent } from './absent.ts';
import { ClientError } from './errors.ts';

export interface Multipart {
  readonly contentType: string;
  /** Bytes of the whole body. */
  readonly length: number;
  /** The body; each call starts at its beginning. */
  chunks(): AsyncIterable<Uint8Array>;
}

interface Part {
  readonly head: Uint8Array;
  readonly file?: string;
  readonly bytes: number;
}

export interface MultipartOptions {
  /** Called with the bytes handed to the network and the total. */
  readonly onProgress?: ((sent: number, total: number) => void) | undefined;
}

const lineEnd = new TextEncoder().encode('\r\n');
/** Size of one read. */
const chunkSize = 256 * 1024;

/**
 * A body of text fields and local files. Files are streamed, never held in memory. @param fields text parts,
 * sent first so that a service can read them before the large ones @param files path of a local file, by part
 * name @throws ClientError when a file does not exist or is not a regular file
 */
export async function multipart(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
  { onProgress }: MultipartOptions = {},
): Promise<Multipart> {
  const boundary = `----vau${randomUUID()}`;
  const parts: Part[] = Object.entries(fields).map(([name, text]) => textPart(boundary, name, text));
  for (const [name, file] of Object.entries(files)) parts.push(await filePart(boundary, name, file));
  const end = new TextEncoder().encode(`--${boundary}--\r\n`);
  const length = parts.reduce(
    (sum, part) => sum + part.head.length + part.bytes + lineEnd.length,
    end.length,
  );

  async function* chunks(): AsyncGenerator<Uint8Array> {
    let sent = 0;
    for await (const chunk of allOf(parts, end)) {
      yield chunk;
      sent += chunk.length;
      onProgress?.(sent, length);
    }
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, length, chunks };
}

async function* allOf(parts: readonly Part[], end: Uint8Array): AsyncGenerator<Uint8Array> {
  for (const { head, file, bytes } of parts) {
    yield head;
    if (file !== undefined) yield* contentOf(file, bytes);
    yield lineEnd;
  }
  yield end;
}

async function* contentOf(file: string, bytes: number): AsyncGenerator<Uint8Array> {
  let read = 0;
  if (bytes > 0)
    for await (const chunk of createReadStream(file, { highWaterMark: chunkSize, end: bytes - 1 })) {
      read += (chunk as Uint8Array).length;
      yield chunk as Uint8Array;
    }
  if (read !== bytes) throw new ClientError(`${file} became shorter during the upload`);
}

function textPart(boundary: string, name: string, text: string): Part {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${text}`;
  return { head: new TextEncoder().encode(head), bytes: 0 };
}

async function filePart(boundary: string, name: string, file: string): Promise<Part> {
  const info = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new ClientError(error.code === 'ENOENT' ? absent(file) : `Cannot read ${file}: ${error.message}`);
  });
  if (!info.isFile()) throw new ClientError(`${file} is not a regular file`);
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"; filename="${quoted(path.basename(file))}"\r\n` +
    'content-type: application/octet-stream\r\n\r\n';
  return { head: new TextEncoder().encode(head), file, bytes: info.size };
}

/** A quoted name, encoded like browsers do. Headers cannot contain other control characters, and nobody would decode them. */
const quoted = (text: string): string =>
  text.replace(/["\r\n]/g, encodeURIComponent).replace(/\p{Cc}/gu, ' ');
