/** Splits a text stream into lines, in bounded memory. */
import { addAbortSignal, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { UsageError } from '../errors/errors.ts';

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without the newline; a carriage return before it remains. */
  readonly text: string;
}

/** Maximum length of a line, or of a record of several lines, in characters. */
export const longest = 16 * 1024 * 1024;

/**
 * The lines of a stream. The stream is destroyed on abort, or when the consumer stops. @param name name of
 * the stream, for messages @throws UsageError at a line that is too long; AbortError
 */
export async function* linesOf(stream: Readable, name: string, signal: AbortSignal): AsyncGenerator<Line> {
  let decoder: StringDecoder | undefined;
  let rest = '';
  let number = 0;
  for await (const chunk of addAbortSignal(signal, stream)) {
    const bytes = Buffer.from(chunk as Uint8Array);
    // Spreadsheets write UTF-16 with its mark.
    decoder ??= new StringDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
    const [end = '', ...more] = decoder.write(bytes).split('\n');
    // A line that spans many chunks is joined once, at its end.
    const lines = [rest + end, ...more];
    rest = lines.pop() ?? '';
    for (const text of lines) {
      number += 1;
      yield { number, text: number === 1 ? text.replace(/^\ufeff/, '') : text };
    }
    if (rest.length > longest) throw tooLong(name, number + 1);
  }
  rest += decoder?.end() ?? '';
  if (rest !== '') yield { number: number + 1, text: number === 0 ? rest.replace(/^\ufeff/, '') : rest };
}

/** The error for a line that is too long. */
export const tooLong = (name: string, line: number): UsageError =>
  new UsageError(`--from: line ${line} of ${name} is longer than ${longest / 1024 / 1024} MiB`);
