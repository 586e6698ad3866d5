import { type LineReader, readChosen } from '../../../models/embeddings/reading.ts';
import type { Passage } from '../types.ts';
import type { Ground } from './grounds.ts';
import type { Question } from './questions.ts';
import { linesOf } from './said/lines.ts';

/** Lines of a file that are read with a question, each with those beside it: reading takes some 25 ms of a line. */
const MOST_READ = 24;

/**
 * The grounds of each question with how likely their lines answer it, as the reader of lines says it of the most promising.
 * @param all the grounds of each question, in the order of the questions
 * @returns undefined without a reader. Rejects as the reader does
 */
export async function withReading(
  questions: readonly { readonly question: Question }[],
  all: readonly (readonly Ground[])[],
  passages: readonly Passage[],
  { lineReader, signal }: { readonly lineReader: LineReader | undefined; readonly signal: AbortSignal },
): Promise<Ground[][] | undefined> {
  if (!lineReader) return undefined;
  const lines = linesOf(passages);
  const lineAt = new Map(lines.flatMap((line, at) => line.passages.map((passage) => [passage, at] as const)));
  const texts = lines.map(({ text }) => text);
  const read: Ground[][] = [];
  for (const [index, { question }] of questions.entries()) {
    const grounds = all[index] ?? [];
    const chosen = promisingLines(grounds, lineAt);
    const likely = await readChosen(lineReader, question.text, texts, chosen, signal);
    const best = Math.max(-1, ...likely.values());
    read.push(
      grounds.map((ground) => {
        const value = likely.get(lineAt.get(ground.statement.passage) ?? -1) ?? -1;
        return { ...ground, read: value, readBelow: value - best };
      }),
    );
  }
  return read;
}

/** The lines in the encoder's language for which the most speaks. */
function promisingLines(grounds: readonly Ground[], lineAt: ReadonlyMap<Passage, number>): number[] {
  const scores = new Map<number, number>();
  for (const { statement, meaning, words } of grounds) {
    const line = lineAt.get(statement.passage);
    if (line === undefined || !statement.vector) continue;
    scores.set(line, Math.max(scores.get(line) ?? Number.NEGATIVE_INFINITY, meaning + 2 * words));
  }
  const best = [...scores].sort(([, one], [, other]) => other - one);
  return best.slice(0, MOST_READ).map(([line]) => line);
}
