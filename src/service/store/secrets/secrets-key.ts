import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncPath } from '../objects/durable.ts';

/**
 * The place of a key that all machines of a store share: an environment variable that holds it, or a file. The key itself is
 * never stored, logged or shown.
 */
export type SecretsKeySource = { readonly variable: string } | { readonly file: string };

/** Where a process finds the key: where it was told to, else in its data folder. */
export interface KeyPlace {
  readonly dataDir: string;
  readonly secretsKey?: SecretsKeySource;
}

/** The key is missing, is not one, or is not that of the store. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
}

const KEY_BYTES = 32;
/** 32 bytes in base64 or base64url, with or without the sign of its end. */
const KEY_TEXT = /^[A-Za-z0-9+/_-]{43}=?$/;

/** The key as it is there; undefined if the data folder, where it would be, has none. @throws KeyRefused */
export async function readSecretsKey(place: KeyPlace): Promise<Buffer | undefined> {
  const { secretsKey: source } = place;
  if (source === undefined) return fromFile(ownFile(place));
  if ('variable' in source) return keyIn(process.env[source.variable] ?? '', shownKeyPlace(place));
  const key = await fromFile(source.file).catch((error: Error) => {
    throw error instanceof KeyRefused
      ? error
      : new KeyRefused(`the key ${source.file} cannot be read: ${error.message}`);
  });
  if (key === undefined) throw new KeyRefused(`the key ${source.file} is not there`);
  return key;
}

/** The key. In a data folder without one, the first caller of all processes makes it. @throws KeyRefused */
export async function secretsKey(place: KeyPlace): Promise<Buffer> {
  return (await readSecretsKey(place)) ?? createKey(ownFile(place));
}

/** The place for messages: a path or the name of a variable. */
export function shownKeyPlace({ dataDir, secretsKey: source }: KeyPlace): string {
  if (source === undefined) return ownFile({ dataDir });
  return 'variable' in source ? source.variable : source.file;
}

/** Tells keys apart, and says nothing about a key: it has 256 random bits. */
export function fingerprintOf(key: Buffer): string {
  return createHash('sha256').update('vau secrets key\0').update(key).digest('hex').slice(0, 32);
}

const ownFile = ({ dataDir }: Pick<KeyPlace, 'dataDir'>) => path.join(dataDir, 'secrets.key');

async function fromFile(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return text === undefined ? undefined : keyIn(text, file);
}

function keyIn(text: string, place: string): Buffer {
  if (!KEY_TEXT.test(text.trim()))
    throw new KeyRefused(
      `${place} is not a key of ${KEY_BYTES} bytes: make one with openssl rand -base64 32`,
    );
  return Buffer.from(text.trim(), 'base64url');
}

/** Writes the key under another name first: a reader never sees half of it, and only one creator wins. */
async function createKey(file: string): Promise<Buffer> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flush: true });
    await link(part, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(part, { force: true });
  }
  await syncPath(path.dirname(file));
  return (await fromFile(file)) ?? createKey(file);
}
