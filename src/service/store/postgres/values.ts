/** The largest whole number of a column. */
const MOST = '9223372036854775807';

/**
 * A value as the server takes it. Flags are numbers in the tables. PostgreSQL keeps no NUL in a text: it becomes the character
 * that stands for what cannot be kept, as half a character does in SQLite.
 * @throws TypeError for what cannot be a column's value, as in SQLite
 */
export function bindable(value: unknown): string | Buffer | null {
  switch (typeof value) {
    case 'string':
      return value.includes('\0') ? value.replaceAll('\0', '\u{fffd}') : value;
    case 'boolean':
      return value ? '1' : '0';
    case 'number':
      return value === Number.POSITIVE_INFINITY ? MOST : String(value);
    case 'bigint':
      return String(value);
    default:
      if (value === null) return null;
      if (value instanceof Uint8Array) return bytesOf(value);
      if (Array.isArray(value)) return `{${value.map(element).join(',')}}`;
      // pg-boss gives what a job is about as an object.
      if (typeof value === 'object' && !(value instanceof Date)) return JSON.stringify(value);
      throw new TypeError(`${String(value)} cannot be a value of a column`);
  }
}

function bytesOf(value: Uint8Array): Buffer {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** An element of a list, in PostgreSQL's way of writing lists. */
function element(value: unknown): string {
  const bound = bindable(value);
  if (bound === null) return 'NULL';
  if (Array.isArray(value) || typeof value === 'number') return String(bound);
  const text = typeof bound === 'string' ? bound : `\\x${bound.toString('hex')}`;
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
