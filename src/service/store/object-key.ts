/** One part of a key: no slash, nothing hidden, nothing that climbs. */
const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const MAX_LENGTH = 512;

/** Gives the key back, or throws: a key is a relative path of plain names and can lead nowhere else. */
export function checkKey(key: string): string {
  const parts = key.split('/');
  if (key.length > MAX_LENGTH || !parts.every((part) => PART.test(part)))
    throw new Error(`${JSON.stringify(key)} is no object key: it is plain names with single slashes between`);
  return key;
}
