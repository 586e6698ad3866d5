import type { ExtractSchema } from '../../../../contract/index.ts';
import type { Mention, Passage } from '../types.ts';
import { candidatesFor, promising } from './candidates.ts';
import { type Answers, answersOf } from './choose.ts';
import { closeness, likenessOf } from './compare.ts';
import { type Encoding, encodedAll, orNone } from './encode.ts';
import { groundsFor, meaningsOf, withOwners } from './grounds.ts';
import { likesOf, oppositesOf } from './polarity.ts';
import { type Question, questionsOf } from './questions.ts';
import { rarityIn, type Statement, statementsOf } from './statements.ts';
import { type Value, valuesIn } from './values.ts';
import { type Weighed, weighed } from './weigh.ts';
import { weights } from './weights.ts';

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
  const all = encoded.map(({ question, vector, options }, index) => ({
    ...{ question, vector },
    grounds: owned[index] ?? [],
    ...(options && {
      options: options.map((one) => meaningsOf(one, statements).map(({ meaning }) => meaning)),
    }),
  }));
  const own = weights[statements.some(({ vector }) => vector) ? 'meaning' : 'words'];
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
