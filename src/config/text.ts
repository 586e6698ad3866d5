/** Names of the encodings that a byte order mark tells, by its bytes. */
const MARKS: readonly [mark: string, encoding: string][] = [
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
];

/**
 * The text of a file: UTF-8, or UTF-16 where its byte order mark says so, as editors and shells of Windows write it. The
 * mark is no part of it.
 */
export function textIn(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 2));
  const encoding = MARKS.find(([mark]) => mark === start)?.[1] ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
