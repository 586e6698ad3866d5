/** node:crypto, with ids and keys that come again with the seed. */
import { bytes } from './clock.ts';

export * from 'node:crypto';

export function randomUUID(): `${string}-${string}-${string}-${string}-${string}` {
  const hex = bytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export const randomBytes = (length: number): Buffer => bytes(length);

Object.defineProperty(globalThis.crypto, 'randomUUID', { value: randomUUID, configurable: true });
