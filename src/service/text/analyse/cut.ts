/** A run of letters and digits, including marks, joiners and soft hyphens inside a word. */
const RUN = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{M}\p{Co}\u00ad\u200c\u200d]*/gu;
/** The same runs in a text with Latin letters only: several times as fast. */
const LATIN = /^[\0-\u024f]*$/;
const LATIN_RUN = /[A-Za-z0-9ªµº²³¹¼½¾À-ÖØ-öø-ɏ][A-Za-z0-9ªµº²³¹¼½¾À-ÖØ-öø-ɏ\u00ad]*/g;

/** Scripts without spaces between words. */
const UNSPACED =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';
const HAS_UNSPACED = new RegExp(UNSPACED, 'u');
const UNSPACED_RUN = new RegExp(`${UNSPACED}[${UNSPACED.slice(1, -1)}\\p{M}]*`, 'gu');

/** A word with its character offsets in the text. */
export interface Cut {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A run of a text: one word, or several in a script without spaces. */
export interface Run extends Cut {
  /** The words of the run, in a script without spaces; otherwise undefined. */
  readonly words?: readonly Cut[];
}

/** Cuts a text at every character that is not a letter or digit, and runs without spaces by the dictionary of ICU. */
export function cut(text: string): Run[] {
  const latin = LATIN.test(text);
  const runs = Array.from(text.matchAll(latin ? LATIN_RUN : RUN), ({ 0: run, index }) => place(run, index));
  if (latin || !HAS_UNSPACED.test(text)) return runs;
  return runs.flatMap((run) => (HAS_UNSPACED.test(run.text) ? parts(run) : [run]));
}

function place(text: string, from: number): Cut {
  return { text, from, to: from + text.length };
}

/** Splits a run by script, as in `2026年`. */
function parts(run: Cut): Run[] {
  const result: Run[] = [];
  let at = 0;
  for (const match of run.text.matchAll(UNSPACED_RUN)) {
    if (match.index > at) result.push(place(run.text.slice(at, match.index), run.from + at));
    const part = place(match[0], run.from + match.index);
    result.push({ ...part, words: wordsOf(part) });
    at = match.index + match[0].length;
  }
  if (at < run.text.length) result.push(place(run.text.slice(at), run.from + at));
  return result;
}

let segmenter: Intl.Segmenter | undefined;

/** Normalises first: the dictionary has no half-width letters. */
function wordsOf({ text, from }: Cut): Cut[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  const { whole, offsets } = widen(text);
  return Array.from(segmenter.segment(whole), ({ segment, index }) => ({
    text: segment,
    from: from + (offsets?.[index] ?? index),
    to: from + (offsets?.[index + segment.length] ?? index + segment.length),
  }));
}

/** A text in NFKC, with the original offset of each character; undefined offsets if nothing changed. */
function widen(text: string): { whole: string; offsets?: readonly number[] } {
  if (text.normalize('NFKC') === text) return { whole: text };
  const offsets: number[] = [];
  let whole = '';
  for (const match of text.matchAll(/.[\p{M}\uff9e\uff9f]*/gsu)) {
    const wide = match[0].normalize('NFKC');
    for (let at = 0; at < wide.length; at += 1) offsets.push(match.index);
    whole += wide;
  }
  offsets.push(text.length);
  return { whole, offsets };
}
