/** Shortest quote that carries a sentence, in words; a shorter one must be the whole line. */
const LEAST_WORDS = 4;

const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Letters and digits as compared, with where each stands in the text. */
function comparable(text: string): { letters: string; places: number[] } {
  let letters = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    for (const letter of character
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')) {
      letters += letter;
      places.push(...Array<number>(letter.length).fill(at));
    }
    at += character.length;
  }
  return { letters, places };
}

/**
 * The words of a line that a quote repeats, as the line has them. Case, punctuation and spaces do not matter; a quote
 * starts and ends with whole words.
 */
export function quoteIn(text: string, quote: string): string | undefined {
  const wanted = comparable(quote).letters;
  const { letters, places } = comparable(text);
  if (wanted === '') return undefined;
  for (let from = letters.indexOf(wanted); from >= 0; from = letters.indexOf(wanted, from + 1)) {
    const start = places[from] ?? 0;
    const last = places[from + wanted.length - 1] ?? 0;
    const end = last + (/^.\p{M}*/su.exec(text.slice(last))?.[0].length ?? 0);
    if (isEdge(text, start) && isEdge(text, end)) return text.slice(start, end);
  }
  return undefined;
}

/** Where a text stands in another as whole words, whatever its case; -1 if nowhere. "4" does not stand in "4.5". */
export function placeIn(text: string, wanted: string): number {
  const [all, own] = [text.toLowerCase(), wanted.toLowerCase()];
  for (let at = all.indexOf(own); own !== '' && at >= 0; at = all.indexOf(own, at + 1)) {
    const [before, after] = [
      all.slice(Math.max(0, at - 2), at),
      all.slice(at + own.length, at + own.length + 2),
    ];
    const cutsNumber = /\d[.,:]?$/.test(before) || /^[.,:]?\d/.test(after);
    const apart = isEdge(text, at) && isEdge(text, at + own.length);
    if (apart && !(cutsNumber && /^\d|\d$/.test(own))) return at;
  }
  return -1;
}

/** As `quoteIn`, for a quote that carries a statement: at least four words of the line, or all of it. */
export function bearingQuoteIn(text: string, quote: string): string | undefined {
  const found = quoteIn(text, quote);
  if (found === undefined) return undefined;
  const count = [...words.segment(found)].filter(({ isWordLike }) => isWordLike).length;
  return count >= LEAST_WORDS || comparable(found).letters === comparable(text).letters ? found : undefined;
}

/** Whether a word starts or ends at a place. Scripts without spaces have no such places, so any will do. */
function isEdge(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - 1), at + 1);
  return (
    !/^[\p{L}\p{N}]{2}$/u.test(around) || /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u.test(around)
  );
}

const QUOTED = /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»/gu;

/** What stands in quotation marks in a text. */
export function quotedIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].map((match) => match.slice(1).find(Boolean) ?? '');
}
