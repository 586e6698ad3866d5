/**
 * Makes foreign text safe for a terminal: removes escape sequences, other control characters and text
 * direction marks. Line breaks and tabs become spaces.
 */
export function clean(text: string): string {
  return withoutOrders(text.replace(/\s+/g, spaces));
}

/** White space with a line break, as any program may read it, becomes one space; a tab becomes one space. */
const spaces = (blank: string): string =>
  /[\n-\r\u2028\u2029]/.test(blank) ? ' ' : blank.replaceAll('\t', ' ');

const esc = String.fromCharCode(27);

const unwanted = new RegExp(
  `${esc}\\[[0-9;?]*[ -/]*[@-~]|(?!\\t)\\p{Cc}|[\\u202a-\\u202e\\u2066-\\u2069]`,
  'gu',
);

const withoutOrders = (text: string): string => text.replace(unwanted, '');

/** Like `clean`, but keeps line breaks and tabs. */
export const cleanLines = (text: string): string => text.split(/\r?\n/).map(withoutOrders).join('\n');
