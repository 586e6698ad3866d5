import type { LineReader } from '../../../models/embeddings/local.ts';
import type { Passage } from '../types.ts';
import { clip, type Ground } from './grounds.ts';
import type { Question } from './questions.ts';
import { type Line, linesOf } from './said/lines.ts';

/** Lines of a file that are read with a question, each with those beside it: reading takes some 25 ms of a line. */
const MOST_READ = 24;

/** Log odds beyond which a line is as good as sure to answer, or not to. */
const SURE = 8;

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
  const read: Ground[][] = [];
  for (const [index, { question }] of questions.entries()) {
    const grounds = all[index] ?? [];
    const logOdds = new Map<number, number>();
    for (const stretch of stretchesOf(promisingLines(grounds, lineAt), lines)) {
      const found = await lineReader.read(question.text, stretch.texts, signal);
      for (const [at, value] of found.entries()) logOdds.set(stretch.first + at, clip(value / SURE, -1, 1));
    }
    const best = Math.max(-1, ...logOdds.values());
    read.push(
      grounds.map((ground) => {
        const value = logOdds.get(lineAt.get(ground.statement.passage) ?? -1) ?? -1;
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

/** Lines and those beside them, as stretches of lines that follow each other. */
function stretchesOf(chosen: readonly number[], lines: readonly Line[]): { first: number; texts: string[] }[] {
  const wanted = new Set(chosen.flatMap((line) => [line - 1, line, line + 1]));
  const stretches: { first: number; texts: string[] }[] = [];
  for (const [at, { text }] of lines.entries()) {
    if (!wanted.has(at)) continue;
    const last = stretches.at(-1);
    if (last && last.first + last.texts.length === at) last.texts.push(text);
    else stretches.push({ first: at, texts: [text] });
  }
  return stretches;
}
