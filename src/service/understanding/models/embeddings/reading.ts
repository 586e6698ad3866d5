/** Reads lines of a recording with a question, both in English. */
export interface LineReader {
  /**
   * @param question also what a field asks for
   * @param lines that follow each other
   * @returns for each line how likely it answers the question, in log odds. Rejects as TextEncoder.encode does
   */
  read(question: string, lines: readonly string[], signal: AbortSignal): Promise<number[]>;
}

/** Log odds beyond which a line is as good as sure to answer, or not to. */
const SURE = 8;

/**
 * Reads chosen lines of a recording with a question, each with the line before and the one after it.
 * @param lines all of the recording, or of a part of it, in order
 * @param chosen their places, from 0
 * @returns of these lines and those beside them how likely each answers: -1 is surely not, 1 is surely
 */
export async function readChosen(
  reader: LineReader,
  question: string,
  lines: readonly string[],
  chosen: Iterable<number>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const asked = question.replace(/\s+/g, ' ').trim();
  const wanted = new Set([...chosen].flatMap((line) => [line - 1, line, line + 1]));
  const found = new Map<number, number>();
  let stretch: { first: number; texts: string[] } = { first: 0, texts: [] };
  for (let at = 0; at <= lines.length; at += 1) {
    const text = lines[at];
    if (text !== undefined && wanted.has(at)) {
      if (stretch.texts.length === 0) stretch = { first: at, texts: [text] };
      else stretch.texts.push(text);
      continue;
    }
    const logOdds = await reader.read(asked, stretch.texts, signal);
    for (const [offset, value] of logOdds.entries())
      found.set(stretch.first + offset, Math.max(-1, Math.min(1, value / SURE)));
    stretch = { first: 0, texts: [] };
  }
  return found;
}
