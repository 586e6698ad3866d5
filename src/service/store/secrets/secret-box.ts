/**
 * Secrets that the store must give back, such as those of webhooks: sealed for one row, with a key beside the database
 * (secrets-key.ts).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type KeyPlace, secretsKey } from './secrets-key.ts';

/**
 * Encrypts secrets that the store must give back (AES-256-GCM). The key is beside the database, so that a copy of
 * the database alone does not reveal them: see secrets-key.ts.
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

/** Whether a text was sealed. */
export function isSealed(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** The boxes of this process, by the place of their keys. The key of a place never changes. */
const boxes = new Map<string, Promise<SecretBox>>();

/** Opens the box of a place. In a data folder without a key, the first caller of all processes makes it. @throws KeyRefused */
export function secretBox({ dataDir, secretsKey: source }: KeyPlace): Promise<SecretBox> {
  const place = JSON.stringify([dataDir, source]);
  const known = boxes.get(place);
  if (known) return known;
  const made = secretsKey({ dataDir, ...(source && { secretsKey: source }) }).then(boxWith);
  boxes.set(place, made);
  made.catch(() => boxes.delete(place));
  return made;
}

/** The box of a key. */
export function boxWith(key: Buffer): SecretBox {
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
