import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Encrypts secrets that the store must give back (AES-256-GCM). The key is a file beside the database, so that a copy of
 * the database alone does not reveal them.
 */
export interface SecretBox {
  /** @param owner id of the row that holds the secret: no other row can open it */
  seal(secret: string, owner: string): string;
  /** The secret, or undefined if it was sealed with another key or for another row. */
  open(sealed: string, owner: string): string | undefined;
}

const PREFIX = 'sealed:';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Whether a text was sealed. */
export function isSealed(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** The boxes of this process, by data folder. A folder's key never changes. */
const boxes = new Map<string, Promise<SecretBox>>();

/** Opens the box of a data folder. The first caller of all processes creates its key. */
export function secretBox(dataDir: string): Promise<SecretBox> {
  const known = boxes.get(dataDir);
  if (known) return known;
  const made = readKey(path.join(dataDir, 'secrets.key')).then(boxWith);
  boxes.set(dataDir, made);
  made.catch(() => boxes.delete(dataDir));
  return made;
}

/** @throws Error if the file exists but is not a key */
async function readKey(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return createKey(file);
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a key of ${KEY_BYTES} bytes`);
  return key;
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
  return readKey(file);
}

function boxWith(key: Buffer): SecretBox {
  return {
    seal: (secret, owner) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return PREFIX + sealed.toString('base64url');
    },
    open: (sealed, owner) => {
      if (!isSealed(sealed)) return undefined;
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
        return Buffer.concat(text).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
