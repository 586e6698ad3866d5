import type { MediaChapter } from '../types.ts';
import { ratioOf, round } from './numbers.ts';

/**
 * Parses ffmpeg's ffmetadata text: tags of the file, and its chapters.
 * @see https://ffmpeg.org/ffmpeg-formats.html#Metadata-2
 */
export function parseMetadata(text: string): { tags: Record<string, string>; chapters: MediaChapter[] } {
  const tags: Record<string, string> = {};
  const chapters: Record<string, string>[] = [];
  let target: Record<string, string> | undefined = tags;
  for (const line of logicalLines(text)) {
    if (line.startsWith(';') || line === '') continue;
    if (line === '[CHAPTER]') {
      target = {};
      chapters.push(target);
    } else if (line.startsWith('[')) target = undefined;
    else if (target) assign(target, line);
  }
  return { tags, chapters: chapters.map(chapterOf) };
}

/** A line break inside a value is escaped by a backslash. */
function logicalLines(text: string): string[] {
  return text.split(/(?<!(?<!\\)(?:\\\\)*\\)\r?\n/);
}

function assign(target: Record<string, string>, line: string): void {
  const equals = /(?<!(?<!\\)(?:\\\\)*\\)=/.exec(line);
  if (!equals) return;
  target[unescaped(line.slice(0, equals.index))] = unescaped(line.slice(equals.index + 1));
}

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, '$1');
}

function chapterOf(fields: Record<string, string>): MediaChapter {
  const [top, bottom] = ratioOf(fields.TIMEBASE) ?? [1, 1_000_000_000];
  const seconds = (name: string) => round((Number(fields[name] ?? 0) * top) / bottom, 3);
  return { start: seconds('START'), end: seconds('END'), title: fields.title ?? null };
}
