/** Adds and removes one entry of a JSON file, with or without comments, and leaves every other byte as it is. */
import type { Node, ParseError } from 'jsonc-parser/lib/esm/main.js';
import { LocalError } from '../errors/errors.ts';

/** A file of an agent as it is. */
export interface Document {
  readonly file: string;
  /** Without its byte order mark; empty if there is no file. */
  readonly text: string;
}

/** The entry at a path; undefined if there is none. @throws LocalError when the file is not JSON, or its path is taken */
export async function entryIn(document: Document, path: readonly string[]): Promise<unknown> {
  let here: unknown = await valueIn(document);
  for (const [index, name] of path.entries()) {
    if (here === undefined) return undefined;
    if (typeof here !== 'object' || here === null || Array.isArray(here))
      throw new LocalError(
        `${document.file}: ${path.slice(0, index).join('.') || 'the whole'} is not an object`,
        {
          hint: 'Nothing was changed. Correct it first.',
        },
      );
    here = Object.hasOwn(here, name) ? (here as Record<string, unknown>)[name] : undefined;
  }
  return here;
}

/**
 * The text with another entry at a path; undefined removes it. Nothing else moves: the package's own formatter would lay
 * out the neighbours anew. @throws LocalError as `entryIn`
 */
export async function withEntry(
  document: Document,
  path: readonly string[],
  entry: unknown,
): Promise<string> {
  await entryIn(document, path);
  const { parseTree, findNodeAtLocation } = await import('jsonc-parser/lib/esm/main.js');
  const { text } = document;
  const tree = parseTree(text, undefined, { allowTrailingComma: true });
  if (!tree) return entry === undefined ? text : `${JSON.stringify(nested(path, entry), undefined, 2)}\n`;
  const there = findNodeAtLocation(tree, [...path]);
  if (there) return entry === undefined ? without(text, there) : replaced(text, there, entry);
  if (entry === undefined) return text;
  // The deepest object on the way that is there gets the rest of the way.
  for (let depth = path.length - 1; ; depth -= 1) {
    const object = depth === 0 ? tree : findNodeAtLocation(tree, path.slice(0, depth));
    const name = path[depth];
    if (object && name !== undefined)
      return inserted(text, object, name, nested(path.slice(depth + 1), entry));
  }
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

const endOf = ({ offset, length }: Node): number => offset + length;

function inserted(text: string, object: Node, name: string, value: unknown): string {
  const last = object.children?.at(-1);
  const property = (indent: string) => `${JSON.stringify(name)}: ${laidOut(text, value, indent)}`;
  const eol = eolOf(text);
  if (!last) {
    const indent = indentAt(text, object.offset);
    const inner = indent + unitOf(text);
    const from = object.offset + 1;
    return `${text.slice(0, from)}${eol}${inner}${property(inner)}${eol}${indent}${text.slice(endOf(object) - 1)}`;
  }
  const own = lineStart(text, last.offset);
  const isFirstOfLine = text.slice(own, last.offset).trim() === '';
  const indent = isFirstOfLine ? text.slice(own, last.offset) : '';
  const before = isFirstOfLine ? `,${eol}${indent}` : ', ';
  return `${text.slice(0, endOf(last))}${before}${property(indent)}${text.slice(endOf(last))}`;
}

const replaced = (text: string, node: Node, value: unknown): string =>
  `${text.slice(0, node.offset)}${laidOut(text, value, indentAt(text, node.offset))}${text.slice(endOf(node))}`;

/** Without the property of a value, and without the comma that stood before it, else the one behind it. */
function without(text: string, { parent: property }: Node): string {
  const all = property?.parent?.children ?? [];
  const index = all.indexOf(property as Node);
  const [before, own, after] = [all[index - 1], all[index], all[index + 1]];
  if (!own) return text;
  if (before) return text.slice(0, endOf(before)) + text.slice(endOf(own));
  if (after) return text.slice(0, own.offset) + text.slice(after.offset);
  const object = own.parent as Node;
  return `${text.slice(0, object.offset)}{}${text.slice(endOf(object))}`;
}

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');
/** One step of indentation. */
const unitOf = (text: string): string => /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
/** The indentation of the line of an offset. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';

const laidOut = (text: string, value: unknown, indent: string): string =>
  JSON.stringify(value, undefined, unitOf(text)).replaceAll('\n', `${eolOf(text)}${indent}`);

async function valueIn({ file, text }: Document): Promise<unknown> {
  if (text.trim() === '') return undefined;
  const { parse, printParseErrorCode } = await import('jsonc-parser/lib/esm/main.js');
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first) return value;
  const line = text.slice(0, first.offset).split('\n').length;
  throw new LocalError(`${file} is not JSON: ${printParseErrorCode(first.error)} in line ${line}`, {
    hint: 'Nothing was changed. Correct the file first, or name other agents: vau never overwrites a file that it cannot read.',
  });
}
