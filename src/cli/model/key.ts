import { createHash } from 'node:crypto';

/** A key: the first 96 bits of a SHA-256 of a value as JSON. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);
