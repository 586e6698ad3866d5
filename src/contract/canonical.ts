/**
 * The canonical text of a JSON value, for the hash of a criterion. It does not depend on key order or white
 * space. It follows RFC 8785: keys sorted by UTF-16 code units, no white space, numbers and strings as
 * ECMAScript writes them.
 */

/**
 * A JSON value in canonical form. A criterion's hash is the SHA-256 of this text in UTF-8, in lower-case
 * hexadecimal. Lists keep their order, because the order of an enum matters. @param value any result of
 * JSON.parse; undefined fields are omitted, as in JSON
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  // Comparing strings with < compares code units.
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}
