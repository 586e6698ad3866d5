import { asks, closeTo, type SaidSentence } from './sentences.ts';

/** Words of an excerpt that is widened: half a minute of speech is more than a quote. A question and its reply stay together. */
const MOST_WORDS = 60;

/**
 * Sentences beside the one that answers, in the order in which they are added: what follows says more than what led to it.
 * What led to a sentence with the question's own words is not needed: the quote begins with them, at their second.
 */
const BESIDE = { meaning: [1, -1, 1], words: [1], quote: [] } as const;

/** A sentence of fewer words says little but those of the question: what is asked for is beside it. */
const FEW_WORDS = 5;

/** A sentence that answers, and what shows it: its meaning, its words, or that a result quotes it. */
export interface Answering {
  readonly sentence: SaidSentence;
  readonly by: keyof typeof BESIDE;
}

/** What is quoted: sentences one after the other. */
export interface Excerpt extends SaidSentence {
  /** The second of the one that answers, in the media. */
  readonly at: number;
}

/**
 * What is quoted of sentences that answer: each with the sentences around it, because people answer over several and say what
 * they mean in others. No sentence is in two excerpts.
 * @param chosen sentences of `all`, the best first
 * @param all sentences of each file and modality in order of time, file after file
 */
export function excerptsOf(chosen: readonly Answering[], all: readonly SaidSentence[]): Excerpt[] {
  const taken = new Set<number>();
  return chosen.flatMap(({ sentence, by }) => {
    const at = all.indexOf(sentence);
    if (at < 0 || taken.has(at)) return [];
    const place = { from: at, to: at };
    const isSaid = sentence.modality === 'speech';
    const isWhole = isSaid && (by === 'quote' || (by === 'words' && wordsOf([sentence]) >= FEW_WORDS));
    const steps = isWhole ? [...toExchange(sentence, all[at - 1]), ...BESIDE[by]] : BESIDE.meaning;
    for (const step of steps) {
      const next = step > 0 ? place.to + 1 : place.from - 1;
      const inner = all[step > 0 ? place.to : place.from];
      const other = all[next];
      if (!inner || !other || taken.has(next) || !goTogether(inner, other)) continue;
      const isExchange = asks(step > 0 ? inner : other);
      if (isExchange || wordsOf([...all.slice(place.from, place.to + 1), other]) <= MOST_WORDS)
        place[step > 0 ? 'to' : 'from'] = next;
    }
    for (let one = place.from; one <= place.to; one += 1) taken.add(one);
    const [first = sentence, ...more] = all.slice(place.from, place.to + 1);
    return [{ ...joined(first, more), at: sentence.time }];
  });
}

function toExchange(sentence: SaidSentence, before: SaidSentence | undefined): (1 | -1)[] {
  if (asks(sentence)) return [1];
  return before && asks(before) ? [-1] : [];
}

/** Whether two sentences of one file follow each other closely; of what is shown, whether it is shown together. */
function goTogether(one: SaidSentence, other: SaidSentence): boolean {
  const isOne = other.collection_id === one.collection_id && other.modality === one.modality;
  if (!isOne || closeTo(one, other)?.file_id !== one.file_id) return false;
  return one.modality === 'speech' || (other.time < one.end && one.time < other.end);
}

/** Letters without a space that count as a word at least: some scripts have no spaces, and a hash is one word. */
const LONG_WORD = 12;

function wordsOf(sentences: readonly SaidSentence[]): number {
  return sentences.reduce(
    (sum, { text }) => sum + Math.max(text.split(' ').length, Math.floor(text.length / LONG_WORD)),
    0,
  );
}

function joined(first: SaidSentence, more: readonly SaidSentence[]): SaidSentence {
  return {
    ...first,
    lines: [...first.lines, ...more.flatMap(({ lines }) => lines)],
    text: [first, ...more].map(({ text }) => text).join(' '),
    end: Math.max(first.end, ...more.map(({ end }) => end)),
  };
}
