import type { ChatSession } from '../language/chat.ts';
import { loadLexicon } from '../language/held/lexicon.ts';
import { runsOf } from '../language/packing.ts';
import { type HeldChapter, type HeldOutline, heldOutline } from './held.ts';
import { numberedLines, type OutlineLine, outlineQuestion } from './question.ts';

export type { OutlineLine } from './question.ts';

/** The outline of a recording, in what a language model made of its lines. */
export interface Outline {
  /** Undefined if the model's title does not hold. */
  readonly title?: string;
  /** In order of time; none if there are fewer than two. Seconds. */
  readonly chapters: readonly HeldChapter[];
  readonly dropped: number;
}

/** Characters of lines in one question; every current model behind an endpoint reads this many at once. */
const CHARACTERS = 20_000;

/** Chapters that begin sooner after the one before, in seconds, are left out. */
const CLOSEST = 10;

/**
 * Asks a language model for chapters and titles, stretch by stretch.
 * @param lines in order of time
 * @throws EndpointRefused if there is no usable answer
 */
export async function outlineOf(
  chat: Pick<ChatSession, 'ask' | 'shares'>,
  lines: readonly OutlineLine[],
  signal: AbortSignal,
): Promise<Outline> {
  const { system = '', content } = outlineQuestion([]);
  const packing = { around: `${system}${content}`, characters: CHARACTERS };
  const lexicon = await loadLexicon();
  const stretches: HeldOutline[] = [];
  for (const { from, to } of runsOf(await chat.shares(numberedLines(lines), packing, signal))) {
    const own = lines.slice(from, to + 1);
    const held = heldOutline(own, await chat.ask(outlineQuestion(own), signal), lexicon);
    // Where a stretch begins, the subject need not change.
    const chapters =
      from === 0 ? held.chapters : held.chapters.filter(({ start }) => start !== own[0]?.start);
    stretches.push({ ...held, chapters });
  }
  const chapters = apart(stretches.flatMap((one) => one.chapters));
  const [first] = stretches;
  return {
    // A title from a part would say less than the sentence that stands for the whole.
    ...(stretches.length === 1 && first?.title !== undefined && { title: first.title }),
    chapters: chapters.length > 1 ? chapters : [],
    dropped: stretches.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}

function apart(chapters: readonly HeldChapter[]): HeldChapter[] {
  const kept: HeldChapter[] = [];
  for (const chapter of chapters) {
    const before = kept.at(-1);
    if (!before || chapter.start - before.start >= CLOSEST) kept.push(chapter);
  }
  return kept;
}
