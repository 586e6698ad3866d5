/** Which lines of speech get which speakers, and which voices of a recording's pieces are one speaker. */
import { describe, expect, it } from 'vitest';
import { withSpeakers } from '../../../../src/service/understanding/modalities/speakers/assign.ts';
import type {
  SpeakersAnswer,
  Turn,
} from '../../../../src/service/understanding/modalities/speakers/model.ts';
import { cosine, joined } from '../../../../src/service/understanding/modalities/speakers/voices.ts';

/** Words of half a second, one after the other. */
const words = (text: string, from: number) =>
  text.split(' ').map((word, at) => ({ word, start: from + at / 2, end: from + at / 2 + 0.4 }));
const line = (text: string, from: number) => ({
  text,
  start: from,
  end: from + text.split(' ').length / 2,
  words: words(text.toLowerCase().replace(/[.,?]/g, ''), from),
});
const turn = (speaker: number, start: number, end: number): Turn => ({ speaker, start, end });
const shown = (lines: ReturnType<typeof withSpeakers>) =>
  lines.map(({ speaker, text, start, end }) => [speaker, text, start, end]);

describe('lines of speech', () => {
  it('are cut where another one begins to speak, with their marks', () => {
    const said = line('When does it open? At nine I think.', 10);
    expect(shown(withSpeakers([said], [turn(0, 10, 12), turn(1, 12, 14)]))).toEqual([
      ['SPEAKER_00', 'When does it open?', 10, 11.9],
      ['SPEAKER_01', 'At nine I think.', 12, 14],
    ]);
  });

  it('are cut at words where the text has other words', () => {
    const said = { ...line('a b c d', 0), text: 'A, b and so on: c d.' };
    const cut = withSpeakers([said], [turn(0, 0, 1), turn(1, 1, 2)]);
    expect(cut.map(({ text }) => text)).toEqual(['a b', 'c d']);
  });

  it('stay whole where a single word seems to be of another one', () => {
    const said = line('a b c d e', 0);
    const turns = [turn(0, 0, 1), turn(1, 1, 1.5), turn(0, 1.5, 3)];
    expect(shown(withSpeakers([said], turns))).toEqual([['SPEAKER_00', 'a b c d e', 0, 2.5]]);
  });

  it('without words get who speaks most of them', () => {
    const said = { text: 'a b', start: 0, end: 4 };
    expect(withSpeakers([said], [turn(3, 0, 1), turn(1, 1, 4)])).toEqual([
      { ...said, speaker: 'SPEAKER_01' },
    ]);
  });

  it('in nobody’s turn have no speaker', () => {
    expect(withSpeakers([line('a b', 0)], [turn(0, 20, 30)])).toEqual([line('a b', 0)]);
  });

  it('keep why they are not to be trusted', () => {
    const [first] = withSpeakers([{ ...line('a b', 0), doubt: 'noise' }], [turn(0, 0, 1)]);
    expect(first).toMatchObject({ doubt: 'noise', speaker: 'SPEAKER_00' });
  });
});

describe('voices in the pieces of a recording', () => {
  const found = (turns: readonly Turn[], ...voices: readonly (readonly number[])[]): SpeakersAnswer => ({
    turns,
    voices: voices.flatMap((vector, speaker) =>
      vector.length === 0 ? [] : [{ speaker, vector: Float32Array.from(vector) }],
    ),
  });

  it('are the same speaker where they are near, numbered by who speaks first', () => {
    const first = found([turn(1, 0, 5), turn(0, 5, 9)], [1, 0, 0], [0, 1, 0]);
    const second = found([turn(0, 1, 4), turn(1, 4, 6)], [0.1, 0.9, 0], [0, 0, 1]);
    const { turns, voices } = joined([
      { from: 0, found: first },
      { from: 300, found: second },
    ]);
    expect(turns).toEqual([turn(0, 0, 5), turn(1, 5, 9), turn(0, 301, 304), turn(2, 304, 306)]);
    const voice = voices.find(({ speaker }) => speaker === 0)?.vector ?? [];
    expect(cosine(voice, [0, 1, 0])).toBeGreaterThan(0.9);
  });

  it('of one piece stay apart, however near they are to one that is known', () => {
    const first = found([turn(0, 0, 5)], [1, 0]);
    const second = found([turn(0, 0, 2), turn(1, 2, 4)], [1, 0.1], [1, 0.2]);
    const { turns } = joined([
      { from: 0, found: first },
      { from: 10, found: second },
    ]);
    expect(turns.map(({ speaker }) => speaker)).toEqual([0, 0, 1]);
  });

  it('that are too short to tell leave no turn', () => {
    expect(joined([{ from: 0, found: found([turn(0, 0, 1)], []) }])).toEqual({ turns: [], voices: [] });
  });

  it('of other models are not near', () => {
    expect(cosine([1, 0], [1, 0, 0])).toBe(0);
    expect(cosine([0, 0], [1, 0])).toBe(0);
  });
});
