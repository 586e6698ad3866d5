import type { Modality } from '../../../../contract/index.ts';
import type { Evidence } from '../../../understanding/moments/port.ts';

/** Text in quotation marks of any kind; an apostrophe is none. */
const QUOTED = /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»/gu;

/** The lines that are cited, each once and in order, if they are there and of a signal that was asked for. */
export function citedIn(
  lines: readonly Evidence[],
  indices: readonly number[],
  signals: readonly Modality[],
): Evidence[] {
  return lines.filter(({ index, signal }) => indices.includes(index) && signals.includes(signal));
}

/** Whether everything that a text has in quotation marks was said or shown in these lines. */
export function quotesHold(text: string, lines: readonly Evidence[]): boolean {
  const quotes = [...text.matchAll(QUOTED)].map((match) => match.slice(1).find(Boolean) ?? '');
  if (quotes.length === 0) return true;
  const said = plain(lines.map((line) => line.text).join(' '));
  return quotes.every((quote) => partsOf(quote).every((part) => said.includes(plain(part))));
}

/** A quote may leave words out, with an ellipsis in their place. */
function partsOf(quote: string): string[] {
  return quote.split(/\[?(?:…|\.\.\.)\]?/u).filter((part) => plain(part) !== '');
}

/** Words in lower case, without punctuation: a quote may begin and end anywhere. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
