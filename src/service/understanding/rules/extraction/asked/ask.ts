/**
 * Fields of a schema as questions to what was said. A schema and the passages come in; candidates are found where the
 * question's words are said, weighed, and values go out with their quotes (choose.ts), or nothing.
 */

import type { ExtractSchema } from '../../../../../contract/index.ts';
import { messageOf } from '../../../../errors.ts';
import type { Log } from '../../../../log.ts';
import { recogniseLanguages } from '../../../../text/analyse/index.ts';
import { isStopWord } from '../../../../text/split-words.ts';
import type { TextEncoder } from '../../../models/embeddings/port.ts';
import type { LineReader } from '../../../models/embeddings/reading.ts';
import { cosine } from '../../../models/embeddings/vectors.ts';
import type { Mention, Passage } from '../types.ts';
import { type Candidate, candidatesFor, promising } from './candidates.ts';
import { type Answers, answersOf } from './choose.ts';
import { clip, type Ground, groundsFor, type Likeness, meaningsOf, withOwners } from './grounds.ts';
import { likesOf, oppositesOf } from './polarity.ts';
import { optionStems, type Question, questionsOf } from './questions.ts';
import { withReading } from './read.ts';
import { type Line, linesOf } from './said/lines.ts';
import { rarityIn, type Statement, statementsOf } from './said/statements.ts';
import { type Value, valuesIn } from './said/values.ts';
import { type Weighed, weighed } from './weigh.ts';
import { weights } from './weights.ts';

/** What reads meanings. */
interface Encoding {
  /** The packaged one, whose scale the weights fit; undefined where there is none. Without it, if it fails, and for lines in a language that it does not know, words alone decide. */
  readonly encoder: TextEncoder | undefined;
  /** Reads lines with a question; comes with the packaged encoder. */
  readonly lineReader: LineReader | undefined;
  /** Vectors of passages that the encoder has made already. */
  readonly vectors?: ReadonlyMap<Passage, Float32Array>;
  readonly log?: Pick<Log, 'warn'> | undefined;
  readonly signal: AbortSignal;
}

/** A question with its vectors. */
interface Encoded {
  readonly question: Question;
  readonly vector?: Float32Array | undefined;
  /** Of each value of its enum. */
  readonly options?: readonly Float32Array[];
}

/** The statements and the questions with their vectors. Without an encoder, and if it fails, they have none. */
async function encodedAll(
  questions: readonly Question[],
  statements: readonly Statement[],
  { encoder, vectors, log, signal }: Encoding,
): Promise<{ statements: readonly Statement[]; encoded: readonly Encoded[] }> {
  const without = { statements, encoded: questions.map((question) => ({ question })) };
  if (!encoder) return without;
  const made = await orNone({ log, signal }, async () => ({
    statements: vectors
      ? statements.map((one) => withVector(one, vectors.get(one.passage)))
      : await withVectors(statements, encoder, signal),
    encoded: await encodedOf(questions, encoder, signal),
  }));
  return made ?? without;
}

/** What an encoder makes; undefined if it fails: words alone then decide. Rejects if the work is aborted. */
async function orNone<Made>(
  { log, signal }: Pick<Encoding, 'log' | 'signal'>,
  make: () => Promise<Made>,
): Promise<Made | undefined> {
  try {
    return await make();
  } catch (error) {
    signal.throwIfAborted();
    log?.warn('fields are looked for by words only', { error: messageOf(error) });
    return undefined;
  }
}

/** Spoken lines are understood by those around them, as in the search index. All statements of a line have its vector. */
async function withVectors(
  statements: readonly Statement[],
  encoder: TextEncoder,
  signal: AbortSignal,
): Promise<Statement[]> {
  const lines = linesOf([...new Set(statements.map(({ passage }) => passage))]);
  const languages = await recogniseLanguages(lines.map(({ text }) => text));
  const read = lines.filter((_, at) => !encoder.language || languages[at] === encoder.language);
  const spoken = read.filter(({ source }) => source === 'speech');
  const others = read.filter(({ source }) => source !== 'speech');
  const textsOf = (some: readonly Line[]) => some.map(({ text }) => text);
  const vectors = [
    ...(await encoder.encode(textsOf(spoken), signal, 'line')),
    ...(await encoder.encode(textsOf(others), signal)),
  ];
  const of = new Map(
    [...spoken, ...others].flatMap(({ passages }, at) => passages.map((one) => [one, vectors[at]] as const)),
  );
  return statements.map((one) => withVector(one, of.get(one.passage)));
}

function withVector(statement: Statement, vector: Float32Array | undefined): Statement {
  return vector ? { ...statement, vector } : statement;
}

async function encodedOf(
  questions: readonly Question[],
  encoder: TextEncoder,
  signal: AbortSignal,
): Promise<Encoded[]> {
  const texts = questions.map(({ text }) => text);
  const options = questions.map(({ schema, takes, path }) =>
    takes.choice
      ? (schema.enum ?? [])
          .filter((one) => one !== null)
          .map((one) => `${named(path)} ${optionStems(String(one)).length > 0 ? spelled(one) : one}`)
      : [],
  );
  const flat = [...texts, ...options.flat()];
  const vectors = flat.length > 0 ? await encoder.encode(flat, signal, 'query') : [];
  let at = 0;
  const take = (count: number) => {
    at += count;
    return vectors.slice(at - count, at);
  };
  const own = take(texts.length);
  const chosen = options.map((some) => take(some.length));
  return questions.map((question, index) => ({
    question,
    vector: own[index],
    ...(question.takes.choice && { options: chosen[index] ?? [] }),
  }));
}

const spelled = (value: string | number | boolean) =>
  String(value)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ');
const named = (path: string) => spelled(path.replaceAll('.', ' '));

/** Cosines of single words below the first are those of any words; from the second on they mean the same. */
const [LEAST_LIKE, MOST_LIKE] = [0.35, 0.75];

/** How near words of the file are in meaning to words of the fields' names; undefined without vectors. */
async function likenessOf(
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
async function closeness(
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

/** Reads a file once, and then answers the questions of a schema for any of its passages. */
export interface Reader {
  answer(passages: readonly Passage[]): Answers;
  /** For fitting: each question with its weighed candidates. */
  weigh(passages: readonly Passage[]): { question: Question; all: readonly Weighed[] }[];
}

/** What a file is read with. */
export interface Reading extends Encoding {
  /** The typed entities of a passage. */
  mentions(passage: Passage): readonly Mention[];
}

/** Candidates of a question that are weighed against each other: an hour of talk has thousands of numbers. */
const MOST_WEIGHED = 300;

/** @param passages all of the file, in order of time */
export async function readFor(
  schema: ExtractSchema,
  passages: readonly Passage[],
  reading: Reading,
): Promise<Reader> {
  const { mentions } = reading;
  const questions = questionsOf(schema).map(withLikes);
  const { statements, encoded } = await encodedAll(questions, statementsOf(passages), reading);
  const rarity = rarityIn(statements);
  const known = new Map<Statement, Value[]>();
  const values = (statement: Statement): Value[] => {
    const own = known.get(statement) ?? valuesIn(statement, mentions(statement.passage));
    known.set(statement, own);
    return own;
  };
  // The whole file tells how near is near; a part of it is looked up there.
  const likeness = await orNone(reading, () => likenessOf(questions, statements, reading));
  const owned = withOwners(
    encoded.map(({ question, vector }) => groundsFor(question, statements, rarity, { vector, likeness })),
  );
  const read = await orNone(reading, () => withReading(encoded, owned, passages, reading));
  const all = encoded.map(({ question, vector, options }, index) => ({
    question,
    vector,
    grounds: (read ?? owned)[index] ?? [],
    ...(options && {
      options: options.map((one) => meaningsOf(one, statements).map(({ meaning }) => meaning)),
    }),
  }));
  // What is read is weighed with what is near: one without the other goes by words.
  const own = weights[read && statements.some(({ vector }) => vector) ? 'meaning' : 'words'];
  const near = await orNone(reading, () => closeness(all, { ...reading, values }));
  const close = near ?? (() => 0);
  const weigh: Reader['weigh'] = (some) => {
    const within = new Set(some);
    return all.map(({ question, grounds, options }) => {
      const kept = grounds.filter(({ statement }) => within.has(statement.passage));
      const nearOptions = options?.map((one) => kept.map(({ statement }) => one[statement.index] ?? 0));
      const material = { grounds: kept, values, ...(nearOptions && { options: nearOptions }) };
      const candidates = promising(candidatesFor(question, material), MOST_WEIGHED);
      const compared = candidates.map((one) => ({ ...one, close: close(question, one) }));
      return { question, all: weighed(question, compared, own) };
    });
  };
  return { weigh, answer: (some) => answersOf(weigh(some), own) };
}

/** For a yes-or-no field what says the same or the opposite counts too: for `approved`, `agreed` and `turned it down`. */
function withLikes(question: Question): Question {
  if (!question.takes.polarity) return question;
  const cues = question.cues.map((cue) => {
    const own = cue.said[0] ?? [];
    return { ...cue, said: [...cue.said, ...likesOf(own), ...oppositesOf(own)] };
  });
  return { ...question, cues };
}
