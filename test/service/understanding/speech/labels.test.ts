import { describe, expect, it } from 'vitest';
import { parseSubtitles } from '../../../../src/service/understanding/modalities/speech/subtitles/decode.ts';
import { LABELLED } from './labelled.ts';

const stamp = (second: number) => `00:00:${String(second).padStart(2, '0')}.000`;
const cuesOf = (texts: readonly string[]) =>
  texts.map((text, at) => `${stamp(3 * at)} --> ${stamp(3 * at + 2)}\n${text}\n`).join('\n');
const formats = { SRT: (texts: readonly string[]) => cuesOf(texts), WebVTT: webVtt };
function webVtt(texts: readonly string[]): string {
  return `WEBVTT\n\n${cuesOf(texts)}`;
}
const read = (text: string) => parseSubtitles(text).lines.map(({ speaker, text: said }) => [speaker, said]);

describe('names before a colon', () => {
  for (const [format, write] of Object.entries(formats))
    for (const [film, cues] of Object.entries(LABELLED))
      it(`are speakers where a reader takes them for such: ${format}, ${film}`, () => {
        const lines = parseSubtitles(write(cues.map(([text]) => text))).lines;
        expect(lines.map(({ speaker }) => speaker)).toEqual(cues.map(([, speaker]) => speaker));
        for (const { speaker, text } of lines) if (speaker) expect(text).not.toContain(`${speaker}:`);
      });

  it('hold for the cues that go on with a sentence', () => {
    const cues = [
      [0, 2, 'Ann: People want to be warm, so'],
      [2, 4, 'they blow hot air in.'],
      [4, 6, 'A bell rang.'],
      [7, 9, 'Ben: It cracked'],
      [12, 14, 'in the cold.'],
      [15, 17, 'Ann: Yes.'],
      [18, 20, 'Ben: No.'],
    ] as const;
    const text = cues.map(([start, end, said]) => `${stamp(start)} --> ${stamp(end)}\n${said}\n`).join('\n');
    expect(read(text).map(([who]) => who)).toEqual(['Ann', 'Ann', undefined, 'Ben', undefined, 'Ann', 'Ben']);
  });

  it('part a cue in which one speaker follows another', () => {
    const said = ['- Ann: Is it far?\n- Ben: No.', 'Ann: Good.', 'Ben (laughing): Rather\nfar.'];
    expect(read(cuesOf(said))).toEqual([
      ['Ann', 'Is it far?'],
      ['Ben', 'No.'],
      ['Ann', 'Good.'],
      ['Ben', 'Rather far.'],
    ]);
  });

  it('take one more name that stands once, but no lone label and none beside voice tags', () => {
    const two = ['Ann: Yes.', 'Ben: No.', 'Ann: Yes.', 'Ben: No.'];
    expect(read(cuesOf([...two, 'Cleo: Stop it.'])).at(-1)).toEqual(['Cleo', 'Stop it.']);
    expect(read(cuesOf(['Ann: Yes.', 'The rain fell.', 'All day.']))[0]).toEqual([undefined, 'Ann: Yes.']);
    const quoting = ['Ben: no.', 'Cleo: yes.', 'Ben: no.', 'Cleo: yes.'].map((text) => `<v Ann>${text}`);
    expect(new Set(read(webVtt(quoting)).map(([who]) => who))).toEqual(new Set(['Ann']));
    const among = [...two, ...Array.from({ length: 12 }, (_, at) => `The rain fell for ${at + 2} days.`)];
    expect(read(cuesOf(among))[0]).toEqual([undefined, 'Ann: Yes.']);
  });

  it('take the label off words with times of their own', () => {
    const timed = [0, 3, 6, 9].map(
      (at) =>
        `${at % 2 ? 'Ben' : 'Ann'}: Come <${stamp(at + 1)}>in, <${stamp(at + 1).replace('000', '500')}>now`,
    );
    const { lines } = parseSubtitles(webVtt(timed));
    expect(lines[1]).toMatchObject({ speaker: 'Ben', text: 'Come in, now' });
    expect(lines[1]?.words?.map(({ word }) => word)).toEqual(['Come', 'in,', 'now']);
  });
});
