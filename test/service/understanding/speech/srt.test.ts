import { describe, expect, it } from 'vitest';
import { captionFile } from '../../../../src/media/index.ts';
import { toMarkdown, toText } from '../../../../src/service/understanding/modalities/speech/format.ts';
import { parseWebVtt } from '../../../../src/service/understanding/modalities/speech/subtitles/decode.ts';
import { parseSrt } from '../../../../src/service/understanding/modalities/speech/subtitles/srt.ts';

describe('parseSrt', () => {
  it('parses numbered cues of several lines and removes markup', () => {
    const text =
      '1\n00:00:01,250 --> 00:00:03,000\n<font color="red">Hello</font>\n{\\an8}there.\n\n2\n01:00:00,000 --> 01:00:01,000\nBye &amp; thanks\n';
    expect(parseSrt(text)).toEqual({
      lines: [
        { text: 'Hello there.', start: 1.25, end: 3 },
        { text: 'Bye & thanks', start: 3600, end: 3601 },
      ],
      skipped: 0,
    });
  });

  it('needs neither counters nor blank lines nor hours, and accepts a point for the comma', () => {
    const { lines } = parseSrt(
      '00:01.5 --> 00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n00:00:05,000 --> 00:00:06,000\nthree',
    );
    expect(lines.map((line) => [line.text, line.start])).toEqual([
      ['one', 1.5],
      ['two', 3],
      ['three', 5],
    ]);
  });

  it('keeps a payload line that is only a number', () => {
    expect(parseSrt('1\n00:00:01,000 --> 00:00:02,000\n42\n').lines[0]?.text).toBe('42');
  });

  it('skips cues with invalid times and counts them', () => {
    const { lines, skipped } = parseSrt(
      '1\n00:00:09,000 --> 00:00:08,000\nx\n\n2\nxx --> yy\ny\n\n3\n00:00:10,000 --> 00:00:11,000\nz\n',
    );
    expect(lines.map((line) => line.text)).toEqual(['z']);
    expect(skipped).toBe(2);
  });

  it('returns nothing for an empty text, and no line for an empty cue', () => {
    expect(parseSrt('')).toEqual({ lines: [], skipped: 0 });
    expect(parseSrt('1\n00:00:01,000 --> 00:00:02,000\n \n').lines).toEqual([]);
  });
});

describe('formatters', () => {
  const lines = [
    { speaker: 'Ann', text: 'Is 1 < 2?', start: 0, end: 1.5 },
    { speaker: 'Ann', text: 'Yes & *no*.', start: 61.0004, end: 3661.25 },
    { text: 'Noise', start: 3700, end: 3701 },
  ];

  it('write SRT that reads back to the same times', () => {
    expect(captionFile(lines, 'srt')).toContain('2\n00:01:01,000 --> 00:01:08,000\nAnn: Yes & *no*.\n');
    expect(parseSrt(captionFile(lines, 'srt')).lines.map((line) => line.start)).toEqual([0, 61, 3700]);
  });

  it('write WebVTT that reads back to the same lines', () => {
    const back = parseWebVtt(captionFile(lines, 'vtt'));
    const seven = { ...lines[1], start: 61, end: 68 };
    expect(back.lines).toEqual([lines[0], seven, lines[2]]);
  });

  it('write WebVTT with marked words that reads back with their times', () => {
    const words = ['Is', '1', '<', '2?'].map((word, n) => ({
      word,
      start: (3 * n) / 10,
      end: (3 * n + 2) / 10,
    }));
    const text = captionFile([{ text: 'Is 1 < 2?', start: 0, end: 1.5, words }], 'vtt');
    expect(text).toContain('<00:00:00.300><c>1</c>');
    const read = words.map((word, n) => ({ ...word, end: words[n + 1]?.start ?? 1.5 }));
    expect(parseWebVtt(text).lines).toEqual([{ text: 'Is 1 < 2?', start: 0, end: 1.5, words: read }]);
  });

  it('write text with the speaker when it changes, and escaped Markdown', () => {
    expect(toText(lines)).toBe('Ann: Is 1 < 2?\nYes & *no*.\nNoise');
    expect(toMarkdown(lines)).toBe(
      '- [0:00:00] **Ann:** Is 1 \\< 2?\n- [0:01:01] **Ann:** Yes & \\*no\\*.\n- [1:01:40] Noise',
    );
  });
});
