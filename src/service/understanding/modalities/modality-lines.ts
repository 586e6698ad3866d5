import type { Modality } from '../../../contract/index.ts';
import type { Doubt, SpeechLine, SpeechWord } from './lines.ts';
import type { ModalitiesResult, ModalityReport } from './modalities-result.ts';
import type { LineOf } from './port.ts';

/** A line of any modality. Times in seconds. */
export interface ModalityLine {
  modality: Modality;
  text: string;
  start: number;
  end: number;
  speaker?: string;
  /** Words with times (speech). */
  words?: SpeechWord[];
  /** Probability that it is right, 0 to 1 (recognised speech). */
  confidence?: number;
  /** Set if it is not to be trusted. */
  doubt?: Doubt;
}

/** Every line of a result, in order of time. */
export function modalityLines({ lines }: ModalitiesResult): ModalityLine[] {
  const speech = lines.speech.map(spokenLine);
  const { speech: _, ...observed } = lines;
  const others = Object.entries(observed).flatMap(([modality, own]) =>
    own.map(({ text, start, end }) => ({ modality: modality as Modality, text, start, end })),
  );
  return [...speech, ...others].sort((one, other) => one.start - other.start);
}

/** Recognised speech that is not to be trusted, without the times of its words. */
export function doubtfulLines({ doubtful = [] }: ModalitiesResult): ModalityLine[] {
  return doubtful.map(({ words: _, ...line }) => spokenLine(line));
}

function spokenLine(line: SpeechLine): ModalityLine {
  return { modality: 'speech', ...line };
}

/** The provider of each modality of a result, in words. */
export function providersIn(reports: readonly ModalityReport[]): Record<string, string> {
  return Object.fromEntries(
    reports.map(({ modality, madeBy, notes, reason = null }) => {
      const version = madeBy?.settings.version;
      const named = { provider: madeBy?.provider ?? null, version, notes, error: reason };
      return [modality, providerWords(named)];
    }),
  );
}

/** `sidecar`, `tesseract.js 7.0.0`, with notes about the result, or why there is none. */
export function providerWords(made: {
  provider: string | null;
  version?: unknown;
  notes: readonly string[];
  error: string | null;
}): string {
  const name = made.error === null ? [made.provider, made.version].filter(Boolean).join(' ') : 'failed';
  const remarks = made.error === null ? made.notes : [made.error];
  return remarks.length > 0 ? `${name}: ${remarks.join(' ')}` : name;
}

/** Lines with the names that their speakers were given. @param names by label */
export function withNames<Line extends LineOf[keyof LineOf]>(
  lines: readonly Line[],
  names: Readonly<Record<string, string>> = {},
): Line[] {
  return lines.map((line) => {
    const name = 'speaker' in line && line.speaker !== undefined ? names[line.speaker] : undefined;
    return name === undefined ? line : { ...line, speaker: name };
  });
}
