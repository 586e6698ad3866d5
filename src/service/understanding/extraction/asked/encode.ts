import { messageOf } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { recogniseLanguages } from '../../../text/analyse/index.ts';
import type { TextEncoder } from '../../embeddings/port.ts';
import type { Passage } from '../types.ts';
import { optionStems, type Question } from './questions.ts';
import type { Statement } from './statements.ts';

/** What reads meanings. */
export interface Encoding {
  /** The packaged one, whose scale the weights fit; undefined where there is none. Without it, if it fails, and for lines in a language that it does not know, words alone decide. */
  readonly encoder: TextEncoder | undefined;
  /** Vectors of passages that the encoder has made already. */
  readonly vectors?: ReadonlyMap<Passage, Float32Array>;
  readonly log?: Pick<Log, 'warn'> | undefined;
  readonly signal: AbortSignal;
}

/** A question with its vectors. */
export interface Encoded {
  readonly question: Question;
  readonly vector?: Float32Array | undefined;
  /** Of each value of its enum. */
  readonly options?: readonly Float32Array[];
}

/** The statements and the questions with their vectors. Without an encoder, and if it fails, they have none. */
export async function encodedAll(
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
export async function orNone<Made>(
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

/** Passages that make one sentence, as an encoder reads them. */
interface Line {
  readonly source: Passage['source'];
  readonly text: string;
  readonly passages: readonly Passage[];
}

const SENTENCE_END = /[.!?…]["'”’)]?\s*$/u;
/** Passages that follow each other within this many seconds may be one sentence. */
const PAUSE = 1;
const MOST_JOINED = 6;

/** Captions cut sentences in pieces: those of one speaker are joined up to the end of the sentence. */
function linesOf(passages: readonly Passage[]): Line[] {
  const punctuated = passages.filter(({ text }) => SENTENCE_END.test(text)).length > passages.length / 3;
  const lines: Line[] = [];
  for (const passage of passages) {
    const last = lines.at(-1);
    const before = last?.passages.at(-1);
    if (punctuated && last && before && last.passages.length < MOST_JOINED && runsOn(before, passage))
      lines[lines.length - 1] = {
        ...{ source: last.source, text: `${last.text} ${passage.text}` },
        passages: [...last.passages, passage],
      };
    else lines.push({ source: passage.source, text: passage.text, passages: [passage] });
  }
  return lines;
}

function runsOn(before: Passage, next: Passage): boolean {
  return (
    before.source === 'speech' &&
    next.source === 'speech' &&
    before.speaker === next.speaker &&
    !SENTENCE_END.test(before.text) &&
    (next.start ?? 0) - (before.end ?? 0) < PAUSE
  );
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
