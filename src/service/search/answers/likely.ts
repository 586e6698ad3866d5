import type { Answering } from './excerpts.ts';
import type { CandidateSentence } from './sentences.ts';
import { weights } from './weights.ts';

/** Sentences to answer with at most; each is quoted with what was said around it. */
const MOST = 3;

/**
 * A sentence is quoted beside the best one if it is at least this part as likely: of four questions in five, the answer is among
 * the three most likely sentences, of two in five it is the first.
 */
const BESIDE = 0.3;

/**
 * A sentence with so much of the question's information in its own words is at least as likely as this: the weights are fitted on
 * questions in other words, and prefer what says it in others to what says it just so.
 */
const ENOUGH_WORDS = 0.75;

/** A sentence with its likelihood, from 0 to 1, that it answers the question. */
interface LikelySentence extends CandidateSentence, Answering {
  readonly likely: number;
}

/** The sentences that answer a question, the most likely first; none where the first is not likely enough. */
export function decide(sentences: readonly CandidateSentence[]): LikelySentence[] {
  const all = sentences
    .map((one) => ({
      ...one,
      by: isInItsWords(one) ? ('words' as const) : ('meaning' as const),
      likely: likelihoodOf(one),
    }))
    .sort((one, other) => other.likely - one.likely);
  const [best] = all;
  if (!best || best.likely < weightsFor(best).least) return [];
  return all.filter(({ likely }) => likely >= best.likely * BESIDE).slice(0, MOST);
}

/** Logistic regression; the weights are fitted by `npm run bench -- answers --fit`. */
function likelihoodOf(sentence: CandidateSentence): number {
  const own = weightsFor(sentence);
  const sum = sentence.features.reduce(
    (total, value, at) => total + value * (own.features[at] ?? 0),
    own.bias,
  );
  const likely = 1 / (1 + Math.exp(-sum));
  return isInItsWords(sentence) ? Math.max(likely, sentence.features[0] ?? 0) : likely;
}

const isInItsWords = ({ features: [words = 0] }: CandidateSentence): boolean => words >= ENOUGH_WORDS;

function weightsFor({ features }: CandidateSentence) {
  return features.length > UNREAD ? weights.read : weights.unread;
}

/** Features of a sentence that no reader read. */
const UNREAD = weights.unread.features.length;
