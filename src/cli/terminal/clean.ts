/**
 * Text from elsewhere without what a terminal would obey: escape sequences, other control characters and
 * marks that turn the direction of writing. A line break becomes a space, and so does a tab.
 */
export function clean(text: string): string {
  return withoutOrders(text.replace(/\s+/g, spaces));
}

/** Blanks round a line break become one, a tab alone becomes one. */
const spaces = (blank: string): string => (/[\r\n]/.test(blank) ? ' ' : blank.replaceAll('\t', ' '));

const esc = String.fromCharCode(27);

const unwanted = new RegExp(
  `${esc}\\[[0-9;?]*[ -/]*[@-~]|(?!\\t)\\p{Cc}|[\\u202a-\\u202e\\u2066-\\u2069]`,
  'gu',
);

const withoutOrders = (text: string): string => text.replace(unwanted, '');

/** As `clean`, but text of several lines keeps them, and its tabs. */
export const cleanLines = (text: string): string => text.split(/\r?\n/).map(withoutOrders).join('\n');
