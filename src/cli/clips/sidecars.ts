/** What lies beside a clip: captions, and where it comes from. Pure. */
import { type AnswerOf, isSure } from '../../contract/index.ts';
import { type SpokenText, spokenWithin } from '../../media/captions/layout.ts';
import { captionFile } from '../../media/captions/write.ts';

export type Clip = AnswerOf<'clip.get'>;

/** What makes a clip the same as one that is there already. */
export interface Cut {
  readonly file_id: string;
  /** Seconds of the file. */
  readonly start_time: number;
  readonly end_time: number;
  readonly burn_captions: boolean;
  readonly vertical: false | 'crop' | 'bars';
}

/** What is said in a clip, in seconds of the clip. */
export function spokenIn({ start_time: from, end_time: to, speech }: Clip): SpokenText[] {
  return speech.flatMap((part) => {
    const words = part.words?.map((one) => ({
      word: one.word.trim(),
      start: one.start_time,
      end: one.end_time,
    }));
    const line = {
      text: part.text,
      start: part.start_time,
      end: part.end_time,
      speaker: part.speaker,
      words,
    };
    const said = spokenWithin(line, from, to);
    return said ? [{ ...said, text: isSure(part) ? said.text : `~ ${said.text}` }] : [];
  });
}

/** The captions of a clip as SubRip; undefined if nothing is said. */
export function captionsOf(clip: Clip): string | undefined {
  const lines = spokenIn(clip);
  return lines.length === 0 ? undefined : captionFile(lines, 'srt', clip.end_time - clip.start_time);
}

/** Where a clip comes from, as JSON. */
export function origin(
  clip: Clip,
  cut: Cut,
  about: { readonly title: string; readonly found_id?: string | undefined; readonly bytes: number },
): string {
  const { url: _, object: __, ...known } = clip;
  return `${JSON.stringify({ ...known, ...cut, ...about }, undefined, 2)}\n`;
}

/** Whether a text that lies beside a clip says that it is this cut. @returns the bytes of the clip; undefined if it is another */
export function bytesOfSame(text: string, cut: Cut): number | undefined {
  try {
    const known: unknown = JSON.parse(text);
    if (typeof known !== 'object' || known === null) return undefined;
    const fields = known as Readonly<Record<string, unknown>>;
    const same = Object.entries(cut).every(([name, value]) => fields[name] === value);
    return same && typeof fields.bytes === 'number' ? fields.bytes : undefined;
  } catch {
    return undefined;
  }
}
