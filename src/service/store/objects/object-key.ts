/** One part of a key: no slash, nothing hidden, no `..`. */
const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const MAX_LENGTH = 512;

/** Returns the key, or throws: a key is a relative path of plain names and cannot point elsewhere. */
export function checkKey(key: string): string {
  const parts = key.split('/');
  if (key.length > MAX_LENGTH || !parts.every((part) => PART.test(part)))
    throw new Error(
      `${JSON.stringify(key)} is not an object key: use plain names separated by single slashes`,
    );
  return key;
}
