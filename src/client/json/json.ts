/**
 * JSON that survives a round trip. JavaScript cannot represent every JSON number (12345678901234567890, 1e400), formats
 * some differently (1.0), and moves integer field names to the front. If any of that applies to an object, its text is
 * kept with it. Not lossless-json: it refuses repeated keys, reorders numeric names, makes an object of each number,
 * and takes twice the time and three times the memory for 60 MB.
 */
import { endOfString, laidOut } from './json-text.ts';

/** The text of objects and lists that would change; the next writer uses it. */
const kept = new WeakMap<object, string>();
let anyKept = false;

/** Parses JSON. Throws a SyntaxError like JSON.parse. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  try {
    if (typeof value === 'object' && value !== null && !isUnchanged(text, value)) keep(text, value);
  } catch (error) {
    // Nested deeper than the stack allows: use JavaScript's own result.
    if (!(error instanceof RangeError)) throw error;
  }
  return value;
}

/** Longer texts are walked at once: writing them for a comparison takes memory. In characters. */
const mostCompared = 1024 * 1024;

/** Most services write JSON as JavaScript does, and comparing takes a quarter of the time of a walk. */
const isUnchanged = (text: string, value: object): boolean =>
  text.length <= mostCompared && JSON.stringify(value) === text;

/**
 * The JSON text of a value: an unchanged object from `readJson` is written as it was, except for spacing.
 * @param space characters per level of indentation; 0 puts everything on one line
 */
export function writeJson(value: unknown, space = 0): string {
  if (!anyKept) return JSON.stringify(value, undefined, space);
  return written(value, space, space === 0 ? '' : '\n') ?? 'null';
}

/** Walks text and value in parallel. The text is valid JSON. */
function keep(text: string, root: object): void {
  let at = 0;
  const space = () => {
    while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  };
  const string = () => {
    const begun = at;
    at = endOfString(text, at);
    return text.slice(begun, at);
  };
  /** True when something inside would change. */
  const walk = (value: unknown): boolean => {
    space();
    const begun = at;
    const open = text[at];
    if (open === '"') {
      string();
      return false;
    }
    if (open !== '{' && open !== '[') {
      while (at < text.length && !' \t\r\n,]}'.includes(text[at] ?? '')) at += 1;
      const literal = text.slice(begun, at);
      return /^[-\d]/.test(literal) && String(Number(literal)) !== literal;
    }
    let changes = false;
    at += 1;
    space();
    for (let index = 0; text[at] !== '}' && text[at] !== ']'; index += 1) {
      let name = String(index);
      if (open === '{') {
        const quoted = string();
        name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
        if (/^\d+$/.test(name)) changes = true;
        space();
        at += 1;
      }
      if (walk(isObject(value) ? value[name] : undefined)) changes = true;
      space();
      if (text[at] === ',') at += 1;
      space();
    }
    at += 1;
    if (changes && isObject(value)) kept.set(value, text.slice(begun, at));
    return changes;
  };
  if (walk(root)) anyKept = true;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * Like JSON.stringify, except for kept texts. @param line a line break with the current indentation; empty
 * for one line
 */
function written(value: unknown, space: number, line: string): string | undefined {
  if (!isObject(value)) return JSON.stringify(value);
  const text = kept.get(value);
  if (text !== undefined) return laidOut(text, space, line);
  const inner = line && line + ' '.repeat(space);
  const colon = line ? ': ' : ':';
  const parts = Array.isArray(value)
    ? value.map((item) => written(item, space, inner) ?? 'null')
    : Object.entries(value).flatMap(([name, item]) => {
        const inside = written(item, space, inner);
        return inside === undefined ? [] : [`${JSON.stringify(name)}${colon}${inside}`];
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}${inner}${parts.join(`,${inner}`)}${line}${close}`;
}
