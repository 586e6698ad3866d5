import { describe, expect, it } from 'vitest';
import {
  parseSubtitles,
  parseWebVtt,
} from '../../../../src/service/understanding/modalities/speech/subtitles/decode.ts';

const vtt = (...cues: string[]) => parseWebVtt(`WEBVTT\n\n${cues.join('\n\n')}\n`);

describe('parseWebVtt', () => {
  it('reads speakers from voice tags and returns seconds', () => {
    expect(vtt('00:01.000 --> 00:02.500\n<v Mary Ann>Good morning.</v>').lines).toEqual([
      { speaker: 'Mary Ann', text: 'Good morning.', start: 1, end: 2.5 },
    ]);
  });

  it('splits a cue with two voices into two lines at the same time', () => {
    const { lines } = vtt('00:01.000 --> 00:02.000\n<v.loud Ann>Who?\n<v Bob>Me.');
    expect(lines).toEqual([
      { speaker: 'Ann', text: 'Who?', start: 1, end: 2 },
      { speaker: 'Bob', text: 'Me.', start: 1, end: 2 },
    ]);
  });

  it('drops notes, styles, regions, identifiers, settings and markup', () => {
    const { lines, skipped } = vtt(
      'NOTE a remark --> not a cue\nstill a remark',
      'STYLE\n::cue { color: red }',
      'REGION\nid:top\nlines:2',
      'intro\n00:00:03.000 --> 00:00:04.000 align:start position:10% line:0\n<b>Big <c.red>red</c></b> <i>box</i>',
    );
    expect(lines).toEqual([{ text: 'Big red box', start: 3, end: 4 }]);
    expect(skipped).toBe(0);
  });

  it('decodes references, and never passes on a control character', () => {
    const { lines } = vtt(
      '00:01.000 --> 00:02.000\nFish &amp; &lt;chips&gt;&nbsp;&#233;&#x27;s &bogus; &#27;[31m\u202e',
    );
    expect(lines[0]?.text).toBe("Fish & <chips> é's &bogus; [31m");
  });

  it('accepts a byte-order mark, CRLF, lone CR and hours of any length', () => {
    expect(
      parseWebVtt('\ufeffWEBVTT - title\r\n\r\n100:00:01.000 --> 100:00:02.000\r\nLate\r\n').lines,
    ).toEqual([{ text: 'Late', start: 360_001, end: 360_002 }]);
    expect(parseWebVtt('WEBVTT\r\r00:01.000 --> 00:02.000\rOld').lines).toHaveLength(1);
  });

  it('skips malformed cues and counts them', () => {
    const { lines, skipped } = vtt(
      '00:05.000 --> 00:04.000\nbackwards',
      '00:61.000 --> 00:62.000\nno such second',
      'a --> b\nnonsense',
      '00:06.000 --> 00:07.000\nfine',
    );
    expect(lines.map((line) => line.text)).toEqual(['fine']);
    expect(skipped).toBe(3);
  });

  it('keeps overlapping cues, in order of time', () => {
    const { lines } = vtt('00:03.000 --> 00:06.000\nsecond', '00:01.000 --> 00:05.000\nfirst');
    expect(lines.map((line) => [line.text, line.start, line.end])).toEqual([
      ['first', 1, 5],
      ['second', 3, 6],
    ]);
  });

  it('returns each rolling caption once', () => {
    const { lines } = vtt(
      '00:00.000 --> 00:02.000\nthe quick brown',
      '00:02.000 --> 00:02.010\nthe quick brown',
      '00:02.010 --> 00:04.000\nthe quick brown\nfox jumps over',
      '00:04.000 --> 00:06.000\nfox jumps over\nthe lazy dog',
    );
    expect(lines).toEqual([
      { text: 'the quick brown', start: 0, end: 2.01 },
      { text: 'fox jumps over', start: 2.01, end: 4 },
      { text: 'the lazy dog', start: 4, end: 6 },
    ]);
  });

  it('keeps the longest form of a growing caption, from its first second', () => {
    const { lines } = vtt(
      '00:01.000 --> 00:02.000\nwe hold',
      '00:02.000 --> 00:03.000\nwe hold these',
      '00:03.000 --> 00:04.000\nwe hold these truths',
    );
    expect(lines).toEqual([{ text: 'we hold these truths', start: 1, end: 4 }]);
  });

  it('keeps a repetition that is spoken later, or by another speaker', () => {
    const { lines } = vtt(
      '00:01.000 --> 00:02.000\n<v A>No.',
      '00:02.000 --> 00:03.000\n<v B>No.',
      '00:05.000 --> 00:06.000\n<v B>No.',
    );
    expect(lines).toHaveLength(3);
  });

  it('turns inline timestamps into words', () => {
    const { lines } = vtt('00:01.000 --> 00:03.000\nOne<00:00:01.500><c> two</c><00:00:02.200> three');
    expect(lines[0]).toEqual({
      text: 'One two three',
      start: 1,
      end: 3,
      words: [
        { word: 'One', start: 1, end: 1.5 },
        { word: 'two', start: 1.5, end: 2.2 },
        { word: 'three', start: 2.2, end: 3 },
      ],
    });
  });

  it('refuses a text that does not start with WEBVTT', () => {
    expect(() => parseWebVtt('1\n00:00:01,000 --> 00:00:02,000\nx')).toThrow('first line must be WEBVTT');
  });

  it('reads a hostile megabyte of open tags and arrows without becoming slow or large', () => {
    const text = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v '.repeat(200_000)}${'<'.repeat(200_000)}${'&'.repeat(200_000)}`;
    expect(parseWebVtt(text).lines.length).toBeLessThanOrEqual(1);
  });
});

describe('parseSubtitles', () => {
  it('distinguishes the two formats', () => {
    expect(parseSubtitles('WEBVTT\n\n00:01.000 --> 00:02.000\na').lines).toHaveLength(1);
    expect(parseSubtitles('1\n00:00:01,000 --> 00:00:02,000\na').lines).toHaveLength(1);
  });
});
