import { tokens } from '../../../text/split-words.ts';
import type { Evidence } from './port.ts';

const TITLE_CHARACTERS = 80;
const MOST_QUOTES = 3;
const QUOTE_CHARACTERS = 240;

/** A line's own words as a title, cut at a word. */
export function titleOf(text: string): string {
  return shortened(text, TITLE_CHARACTERS);
}

/** The evidence in quotation marks: the reason of a moment that was ranked, not judged. */
export function quotesOf(evidence: readonly Evidence[]): string {
  const quoted = evidence.slice(0, MOST_QUOTES).map(({ text, speaker }) => {
    const quote = `“${shortened(text.replace(/["“”„«»]/g, "'"), QUOTE_CHARACTERS)}”`;
    return speaker === undefined ? quote : `${speaker}: ${quote}`;
  });
  return [...quoted, ...(evidence.length > MOST_QUOTES ? ['…'] : [])].join(' ');
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = tokens(text).findLast(({ to }) => to < most)?.to ?? most;
  return `${text.slice(0, end)}…`;
}
