import { editDistance } from '../../../../text/edit-distance.ts';
import type { HeardLine } from './lines.ts';
import type { HeardWord } from './tokens-to-words.ts';

/** Shorter terms, in letters, sound like too much else. */
const LEAST_LETTERS = 4;

/** Share of a term's letters that may differ; of one that is heard as common words, its consonants must all agree. */
const MOST_DIFFERENT = 0.34;
const MOST_DIFFERENT_WORDS = 0.5;
const LEAST_CONSONANTS = 4;

interface Term {
  readonly text: string;
  readonly words: number;
  readonly letters: string;
  readonly consonants: string;
}

/**
 * Lines in which words that nearly sound like a name or term of the vocabulary are replaced by it; each replaced word says
 * what was heard. A common word is left alone, unless several of them sound just like a long term ("cue burn eaties").
 * @param vocabulary of the file and its collection
 */
export function withNames(lines: readonly HeardLine[], vocabulary: readonly string[]): HeardLine[] {
  const terms = vocabulary
    .map(termOf)
    .filter(({ letters }) => letters.length >= LEAST_LETTERS)
    .sort((one, other) => other.letters.length - one.letters.length);
  if (terms.length === 0) return [...lines];
  return lines.map((line) => {
    const words = namedIn(line.words, terms);
    return { ...line, words, text: words.map(({ word }) => word).join(' ') };
  });
}

function namedIn(heard: readonly HeardWord[], terms: readonly Term[]): HeardWord[] {
  const words: HeardWord[] = [];
  for (let at = 0; at < heard.length; ) {
    const match = terms
      .flatMap((term) => [term.words, term.words + 1, term.words - 1].map((count) => ({ term, count })))
      .find(({ term, count }) => count > 0 && isNear(heard.slice(at, at + count), count, term));
    const first = heard[at];
    if (!match || !first) {
      if (first) words.push(first);
      at += 1;
      continue;
    }
    const run = heard.slice(at, at + match.count);
    words.push(replaced(run, match.term));
    at += match.count;
  }
  return words;
}

/** One word in the place of those that were heard, with the marks around them. */
function replaced(run: readonly HeardWord[], { text }: Term): HeardWord {
  const [first, last] = [run[0] as HeardWord, run.at(-1) as HeardWord];
  const before = /^[^\p{L}\p{N}]*/u.exec(first.word)?.[0] ?? '';
  const after = /(?:['’]s)?[^\p{L}\p{N}]*$/u.exec(last.word)?.[0] ?? '';
  const heard = run.map(({ word }) => word).join(' ');
  const written = `${before}${text}${after}`;
  return { ...first, word: written, end: last.end, ...(written !== heard && { heard }) };
}

function isNear(run: readonly HeardWord[], count: number, term: Term): boolean {
  if (run.length < count) return false;
  const heard = termOf(run.map(({ word }) => word.replace(/['’]s\b/u, '')).join(' '));
  if (heard.letters === term.letters) return count === term.words;
  if (heard.letters[0] !== term.letters[0] && heard.consonants[0] !== term.consonants[0]) return false;
  const longest = Math.max(heard.letters.length, term.letters.length);
  const different = editDistance(heard.letters, term.letters, longest) / longest;
  // The model's vocabulary has a piece for each common word.
  const common = run.every(({ pieces }) => pieces === 1);
  if (common)
    return (
      term.consonants.length >= LEAST_CONSONANTS &&
      heard.consonants === term.consonants &&
      different <= MOST_DIFFERENT_WORDS
    );
  return (
    different <= MOST_DIFFERENT &&
    editDistance(heard.consonants, term.consonants, heard.consonants.length) <= term.consonants.length / 4
  );
}

function termOf(text: string): Term {
  const words = text.trim().split(/\s+/);
  const letters = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return { text: text.trim(), words: words.length, letters, consonants: consonantsOf(letters) };
}

/** How English consonants sound, roughly: letters that sound alike become one, and doubled ones single. */
function consonantsOf(letters: string): string {
  return letters
    .replace(/ph/g, 'f')
    .replace(/gh/g, '')
    .replace(/ck|c(?![eiy])|q|x/g, 'k')
    .replace(/c|z/g, 's')
    .replace(/sh|ch|tch/g, 'j')
    .replace(/d/g, 't')
    .replace(/b/g, 'p')
    .replace(/v/g, 'f')
    .replace(/g/g, 'k')
    .replace(/[aeiouyhw]/g, '')
    .replace(/(.)\1+/g, '$1');
}
