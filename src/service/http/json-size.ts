import { limits } from '../../contract/index.ts';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Why a JSON text is not parsed: it is nested too deeply or has too many values. Undefined if it may be parsed. Code
 * that walks the values recurses for each level and spends time on each value.
 */
export function jsonExcess(text: string, { depth, values } = limits.json): string | undefined {
  let [level, count, quoted] = [0, 1, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted && code === BACKSLASH) at += 1;
    else if (code === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (OPENING.has(code)) level += 1;
    else if (CLOSING.has(code)) level -= 1;
    else if (code === COMMA) count += 1;
    if (level > depth) return `is nested deeper than the ${depth} levels allowed`;
    if (count > values) return `has more than the ${values} values allowed`;
  }
  return undefined;
}
