/** Adds and removes one entry of a JSON file, with or without comments, and leaves every other byte as it is. */
import type { ParseError } from 'jsonc-parser/lib/esm/main.js';
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

/** The text with another entry at a path; undefined removes it. @throws LocalError as `entryIn` */
export async function withEntry(
  document: Document,
  path: readonly string[],
  entry: unknown,
): Promise<string> {
  await entryIn(document, path);
  const { modify, applyEdits } = await import('jsonc-parser/lib/esm/main.js');
  const { text } = document;
  const formattingOptions = {
    insertSpaces: !/^\t/m.test(text),
    tabSize: /^( +)\S/m.exec(text)?.[1]?.length ?? 2,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const made = applyEdits(text, modify(text, [...path], entry, { formattingOptions }));
  return text === '' ? `${made}\n` : made;
}

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
