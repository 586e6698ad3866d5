import { isSure } from '../../../../contract/index.ts';
import { capitalised } from '../../../text/name-title.ts';
import { tokens } from '../../../text/split-words.ts';
import { type SpokenLine, sentencesOf } from '../chapters/sentences.ts';
import { contentWords } from './likeness.ts';
import { placeOfLargest, type Ranked, rank } from './rank.ts';
import { isWordy, tellingTexts, tells } from './telling.ts';
import { isTitle } from './title-card.ts';
import type { Quotable, QuotedSentence, TextVectors } from './types.ts';

/** The spoken sentences of some lines of any modality that are sure and say something, in order of time. */
export function spokenSentences(lines: readonly (Quotable & Pick<SpokenLine, 'words'>)[]): QuotedSentence[] {
  return sentencesOf(lines.filter(({ modality }) => modality === 'speech'))
    .filter((sentence) => isSure(sentence) && tells(sentence.text))
    .map(({ text, start, end, speaker }) => ({
      modality: 'speech',
      text,
      start,
      end,
      ...(speaker !== undefined && { speaker }),
    }));
}

/** Letters of a title. */
const MOST_LETTERS = 80;
/** A sentence is cut after a clause if at least this many letters are left. */
const LEAST_LETTERS = 40;

/** How much more the first sentence counts than a late one: speakers say early what it is about. */
const EARLY = 1;
/** The first of this many parts of the sentences is early, but no more than `EARLY_SENTENCES`. */
const EARLY_PARTS = 4;
const EARLY_SENTENCES = 10;

/** A sentence as a title. */
export interface SentenceTitle {
  readonly text: string;
  /** Whether it greets, leans on the sentence before or is cut within a clause: a name that says something is better. */
  readonly weak: boolean;
}

/** The sure sentence that says best what some lines are about, cut if it is long; undefined if none says anything. */
export function titleSentence(lines: readonly Quotable[], vectors?: TextVectors): SentenceTitle | undefined {
  const wordy = spokenSentences(lines).filter(({ text }) => isWordy(text));
  const best = mostTelling(rank(wordy, vectors));
  return best && { text: shorten(best.text), weak: isWeak(best.text) };
}

function isWeak(sentence: string): boolean {
  return ADDRESSES.test(sentence) || shorten(sentence).endsWith('…');
}

/** A title in the words of some lines: the first meaningful on-screen text, else a sentence. Undefined if there is neither. */
export function quotedTitle(lines: readonly Quotable[]): string | undefined {
  const shown = tellingTexts(lines.filter(({ modality }) => modality === 'scene_text'));
  return shown.find(({ text }) => isTitle(text))?.text ?? titleSentence(lines)?.text;
}

/** What a sentence loses that is weak. */
const WEAK = 0.4;
/** Greets, asks something of the listeners, or leans on the sentence before. */
const ADDRESSES =
  /\b(?:please|thank you|thanks|welcome|everyone|everybody|good (?:morning|evening|afternoon|to see)|my name is|willkommen|guten (?:morgen|tag|abend))\b|^(?:then|he|she|it|they|this|that|these|those|dann|er|es)\b/i;

function mostTelling({ sentences, scores }: Ranked<Quotable>): Quotable | undefined {
  const early = Math.min(EARLY_SENTENCES, sentences.length / EARLY_PARTS);
  const values = scores.map((score, at) => {
    const weak = isWeak(sentences[at]?.text ?? '') ? WEAK : 0;
    return score + EARLY * Math.exp(-at / early) - weak;
  });
  return sentences[placeOfLargest(values)];
}

/** Words that open a sentence and say nothing. */
const OPENING =
  /^(?:okay|ok|well|so|right|now|um|uh|oh|yes|no|and|but|then|hmm|ha|look|listen)\b[\s,.!…–-]*/iu;

/** What announces a subject: the rest of the sentence is the title. */
const ANNOUNCED =
  /^(?:(?:today|in this (?:video|film|talk|lesson|lecture|episode)|this (?:morning|evening|afternoon))[\s,]+)?(?:I|we)(?:'m|'re|'d| am| are)? (?:(?:want|going|here|would like|like|will|'ll)(?: to)? )?(?:show(?: you)?|talk(?:ing)?(?: to you)? about|tell you (?:about)?|explain(?: to you)?)\s+/iu;

/**
 * A sentence as a title: without opening words, what announces its subject and the final full stop, and cut after a clause
 * if it has more than 80 letters. Without a clause there it is cut after a word; an ellipsis marks that.
 */
function shorten(sentence: string): string {
  let text = sentence.replace(/\s+/g, ' ').trim();
  for (let rest = text; OPENING.test(rest); ) {
    rest = rest.replace(OPENING, '');
    if (contentWords(rest).length > 0) text = rest;
  }
  const subject = text.replace(ANNOUNCED, '');
  text = (isWordy(subject) ? subject : text).replace(/(?<![.…])\.$/u, '');
  return capitalised(text.length <= MOST_LETTERS ? text : cut(text));
}

function cut(text: string): string {
  const clauses = [...text.slice(0, MOST_LETTERS).matchAll(/[,;:–]\s/gu)].map(({ index }) => index);
  const clause = clauses.at(-1) ?? 0;
  if (clause >= LEAST_LETTERS) return text.slice(0, clause);
  const word = tokens(text).findLast(({ to }) => to < MOST_LETTERS)?.to ?? MOST_LETTERS;
  return `${text.slice(0, word)}…`;
}
