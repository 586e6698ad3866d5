/** Reads JSON as text. All functions except `excessOf` expect valid JSON. */

/** Limits for parsing JSON: short texts such as `[[[[` and `{},{},{}` take many times their length in memory. */
const mostJson = { levels: 500, values: 1_000_000, names: 100_000 } as const;

/**
 * Which limit a JSON text exceeds, as the end of a sentence; undefined if none, or if it is not JSON. Only
 * looks at strings, brackets and commas.
 */
export function excessOf(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const names = new Set<string>();
  let level = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === quote) {
      const begun = at;
      at = closingQuote(text, begun);
      if (at < 0) return undefined;
      if (isKey(text, at + 1)) names.add(text.slice(begun, at));
    } else if (mark === openList || mark === openObject) {
      level += 1;
      values += 1;
    } else if (mark === closeList || mark === closeObject) level -= 1;
    else if (mark === comma) values += 1;
    if (level > mostJson.levels) return `is nested deeper than ${mostJson.levels} levels`;
    if (values > mostJson.values)
      return `has more than ${mostJson.values} values. Ask for less at a time, with a lower limit`;
    if (names.size > mostJson.names) return `has more than ${mostJson.names} field names`;
  }
  return undefined;
}

const [quote, comma, openList, closeList, openObject, closeObject] = [34, 44, 91, 93, 123, 125];

/** The position of the closing quote of a string; -1 if there is none. */
function closingQuote(text: string, begin: number): number {
  let end = text.indexOf('"', begin + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** True for a character after an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** The position after a string. */
export const endOfString = (text: string, begin: number): number => closingQuote(text, begin) + 1;

/** A JSON text with other spacing; strings, numbers and the order of fields do not change. */
export function laidOut(text: string, space: number, line: string): string {
  const parts: string[] = [];
  let depth = 0;
  const broken = () => (line === '' ? '' : line + ' '.repeat(space * depth));
  for (let at = 0; at < text.length; ) {
    const mark = text[at] ?? '';
    if (mark === '"') {
      const end = endOfString(text, at);
      parts.push(text.slice(at, end));
      at = end;
      continue;
    }
    at += 1;
    if (' \t\r\n'.includes(mark)) continue;
    if (mark === '{' || mark === '[') {
      depth += 1;
      const isEmpty = /^\s*[\]}]/.test(text.slice(at, at + 64));
      parts.push(mark, isEmpty ? '' : broken());
    } else if (mark === '}' || mark === ']') {
      depth -= 1;
      const before = parts.at(-2) ?? '';
      parts.push(parts.at(-1) === '' && '{['.includes(before) ? '' : broken(), mark);
    } else if (mark === ',') parts.push(mark, broken());
    else parts.push(mark === ':' && line ? ': ' : mark);
  }
  return parts.join('');
}

/** The first key that an object repeats, and the line of the repetition; undefined if there is none. */
export function repeatedKey(text: string): { readonly key: string; readonly line: number } | undefined {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; ) {
    const mark = text[at] ?? '';
    if (mark === '{' || mark === '[') open.push(new Set());
    if (mark === '}' || mark === ']') open.pop();
    const begun = at;
    at = mark === '"' ? endOfString(text, at) : at + 1;
    if (mark !== '"' || !isKey(text, at)) continue;
    const key = JSON.parse(text.slice(begun, at)) as string;
    const keys = open.at(-1);
    if (keys?.has(key)) return { key, line: text.slice(0, begun).split('\n').length };
    keys?.add(key);
  }
  return undefined;
}

/** True for a string that is followed by a colon, which only keys are. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  return text[at] === ':';
}
