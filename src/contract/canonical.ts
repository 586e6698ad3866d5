/**
 * One text for one JSON value, whatever the order of its keys and the spaces in its file: what a criterion's hash
 * is made of. The form is that of RFC 8785: keys in the order of their UTF-16 code units, no spaces, numbers and
 * texts as ECMAScript writes them.
 */

/**
 * A JSON value in its canonical form. A criterion's hash is the SHA-256 of this text in UTF-8, in lower-case
 * hexadecimal; lists keep their order, as it has meaning in an enum.
 * @param value anything JSON.parse gives; fields that are undefined are left out, as JSON does
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  // The plain comparison of texts is the one by code units.
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}
