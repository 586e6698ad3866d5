import type { SpeechLine, SpeechWord } from '../lines.ts';
import type { Turn } from './model.ts';

/** A word this far from a turn, in seconds, still belongs to it: the edges of both are rough. */
const NEAR = 0.5;

/** Fewer words of another speaker within a line are an error of the edges. */
const LEAST_WORDS = 2;

/** The label of a speaker, as diarisation usually writes it. */
export const labelOf = (speaker: number): string => `SPEAKER_${String(speaker).padStart(2, '0')}`;

/**
 * Gives lines their speakers. A line in which another one begins to speak is cut there, if its words have times. A line
 * that is in nobody's turn has no speaker.
 */
export function withSpeakers(lines: readonly SpeechLine[], turns: readonly Turn[]): SpeechLine[] {
  return lines.flatMap((line) => {
    const runs = line.words && line.words.length > 0 ? runsOf(line.words, turns) : [];
    if (runs.length < 2) return [spokenBy(line, runs[0]?.speaker ?? longestIn(line, turns))];
    const texts = textsOf(line, runs);
    return runs.map(({ speaker, words }, at) =>
      spokenBy(
        {
          ...line,
          text: texts[at] ?? '',
          start: at === 0 ? line.start : (words[0]?.start ?? line.start),
          end: at === runs.length - 1 ? line.end : (words.at(-1)?.end ?? line.end),
          words,
        },
        speaker,
      ),
    );
  });
}

interface Run {
  readonly speaker: number | undefined;
  readonly words: SpeechWord[];
}

/** Words in a row of one speaker. Words in nobody's turn belong to those before them. */
function runsOf(words: readonly SpeechWord[], turns: readonly Turn[]): Run[] {
  const runs: Run[] = [];
  for (const word of words) {
    const last = runs.at(-1);
    const speaker = speakerAt((word.start + word.end) / 2, turns) ?? last?.speaker;
    if (last && (last.speaker === speaker || last.speaker === undefined))
      runs[runs.length - 1] = { speaker, words: [...last.words, word] };
    else runs.push({ speaker, words: [word] });
  }
  return merged(runs);
}

/** Runs of too few words go to the one before, or else to the one after. */
function merged(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (!last) all.push(run);
    else if (run.speaker === last.speaker || run.words.length < LEAST_WORDS)
      all[all.length - 1] = { speaker: last.speaker, words: [...last.words, ...run.words] };
    else if (last.words.length < LEAST_WORDS)
      all[all.length - 1] = { speaker: run.speaker, words: [...last.words, ...run.words] };
    else all.push(run);
  }
  return all;
}

function speakerAt(seconds: number, turns: readonly Turn[]): number | undefined {
  let best: { speaker: number; away: number } | undefined;
  for (const { start, end, speaker } of turns) {
    const away = Math.max(0, start - seconds, seconds - end);
    if (away <= NEAR && (!best || away < best.away)) best = { speaker, away };
  }
  return best?.speaker;
}

/** Who speaks most of a line. */
function longestIn(line: Pick<SpeechLine, 'start' | 'end'>, turns: readonly Turn[]): number | undefined {
  const seconds = new Map<number, number>();
  for (const { start, end, speaker } of turns) {
    const shared = Math.min(end, line.end) - Math.max(start, line.start);
    if (shared > 0) seconds.set(speaker, (seconds.get(speaker) ?? 0) + shared);
  }
  return [...seconds].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** A recogniser may write marks that its words lack: the text is cut where it has as many words. */
function textsOf({ text }: SpeechLine, runs: readonly Run[]): string[] {
  const written = text.split(/\s+/).filter(Boolean);
  const same = written.length === runs.reduce((sum, { words }) => sum + words.length, 0);
  let at = 0;
  return runs.map(({ words }) => {
    const from = at;
    at += words.length;
    return same ? written.slice(from, at).join(' ') : words.map(({ word }) => word).join(' ');
  });
}

function spokenBy(line: SpeechLine, speaker: number | undefined): SpeechLine {
  return speaker === undefined ? line : { ...line, speaker: labelOf(speaker) };
}
