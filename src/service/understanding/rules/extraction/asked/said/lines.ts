import type { Passage } from '../../types.ts';

/** Passages that make one sentence, as an encoder reads them. */
export interface Line {
  readonly source: Passage['source'];
  readonly text: string;
  readonly passages: readonly Passage[];
}

const SENTENCE_END = /[.!?…]["'”’)]?\s*$/u;
/** Passages that follow each other within this many seconds may be one sentence. */
const PAUSE = 1;
const MOST_JOINED = 6;

/** Captions cut sentences in pieces: those of one speaker are joined up to the end of the sentence. */
export function linesOf(passages: readonly Passage[]): Line[] {
  const punctuated = passages.filter(({ text }) => SENTENCE_END.test(text)).length > passages.length / 3;
  const lines: Line[] = [];
  for (const passage of passages) {
    const last = lines.at(-1);
    const before = last?.passages.at(-1);
    if (punctuated && last && before && last.passages.length < MOST_JOINED && runsOn(before, passage))
      lines[lines.length - 1] = {
        source: last.source,
        text: `${last.text} ${passage.text}`,
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
