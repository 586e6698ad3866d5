import { isStopWord } from '../../../text/words.ts';
import { cosine } from '../../embeddings/vectors.ts';
import { type Candidate, candidatesFor, promising } from './candidates.ts';
import type { Encoded, Encoding } from './encode.ts';
import { clip, type Ground, type Likeness } from './grounds.ts';
import type { Question } from './questions.ts';
import type { Statement } from './statements.ts';
import type { Value } from './values.ts';

/** Cosines of single words below the first are those of any words; from the second on they mean the same. */
const [LEAST_LIKE, MOST_LIKE] = [0.35, 0.75];

/** How near words of the file are in meaning to words of the fields' names; undefined without vectors. */
export async function likenessOf(
  questions: readonly Question[],
  statements: readonly Statement[],
  { encoder, signal }: Encoding,
): Promise<Likeness | undefined> {
  if (!encoder || statements.every(({ vector }) => !vector)) return undefined;
  const cues = [...new Set(questions.flatMap(({ cues: own }) => own.map(({ word }) => word)))];
  const spoken = new Set(statements.flatMap(({ words }) => words.map(({ word }) => word)));
  const words = [...spoken].filter((word) => word.length > 2 && !isStopWord(word) && !/\d/.test(word));
  const all = [...new Set([...cues, ...words])];
  const vectors = await encoder.encode(all, signal);
  const of = new Map(all.map((word, at) => [word, vectors[at]] as const));
  return (cue, word) => {
    const [one, other] = [of.get(cue), of.get(word)];
    if (!one || !other) return 0;
    return clip((cosine(one, other) - LEAST_LIKE) / (MOST_LIKE - LEAST_LIKE), 0, 1);
  };
}

/** A question with what speaks for each statement. */
interface Held extends Pick<Encoded, 'question' | 'vector'> {
  readonly grounds: readonly Ground[];
}

/** Candidates of a question whose own words are compared with it. */
const MOST_COMPARED = 40;

/** How near the own words of candidates are to their questions, in standard deviations of a question's candidates. */
export async function closeness(
  all: readonly Held[],
  { values, encoder, signal }: Pick<Encoding, 'encoder' | 'signal'> & { values: Values },
): Promise<(question: Question, candidate: Candidate) => number> {
  const far = () => 0;
  if (!encoder || all.every(({ vector }) => !vector)) return far;
  const asked = all.map(({ question, grounds, vector }) => {
    const best = promising(candidatesFor(question, { grounds, values }), MOST_COMPARED);
    return { question, vector, texts: new Set(best.map(({ local }) => local)) };
  });
  const texts = [...new Set(asked.flatMap((one) => [...one.texts]))];
  const vectors = await encoder.encode(texts, signal);
  const of = new Map(texts.map((text, at) => [text, vectors[at]] as const));
  const scales = new Map(
    asked.map(({ question, vector, texts: own }) => {
      const cosines = new Map(
        [...own].map((text) => [text, vector ? cosine(vector, of.get(text) ?? vector) : 0] as const),
      );
      const known = [...cosines.values()];
      const mean = known.reduce((sum, one) => sum + one, 0) / Math.max(1, known.length);
      const spread =
        Math.sqrt(known.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, known.length)) || 1;
      return [question, { cosines, mean, spread }] as const;
    }),
  );
  return (question, { local }) => {
    const scale = scales.get(question);
    const own = scale?.cosines.get(local);
    return scale && own !== undefined ? (own - scale.mean) / scale.spread : 0;
  };
}

type Values = (statement: Statement) => readonly Value[];
