/** Deepest nesting of arrays and objects in JSON that is taken: no schema of the interface comes near it. */
export const MOST_NESTED = 100;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Whether a JSON text nests deeper than `most`. Read before it is parsed: what walks the values afterwards calls
 * itself for each level, and a megabyte of brackets would end its stack.
 */
export function isTooDeep(text: string, most = MOST_NESTED): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted && code === BACKSLASH) at += 1;
    else if (code === QUOTE) quoted = !quoted;
    else if (!quoted && OPENING.has(code)) depth += 1;
    else if (!quoted && CLOSING.has(code)) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
