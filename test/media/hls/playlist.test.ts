import { describe, expect, it } from 'vitest';
import { initNames, parsePlaylist, planClip } from '../../../src/media/index.ts';

const HEADER = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="init.mp4"
`;
const entry = (n: number, seconds = 2) => `#EXTINF:${seconds.toFixed(6)},\nsegment0000${n}.m4s\n`;
const WHOLE = `${HEADER}${[0, 1, 2, 3].map((n) => entry(n)).join('')}${entry(4, 1.5)}#EXT-X-ENDLIST\n`;

describe('parsePlaylist', () => {
  it('reads entries with their times', () => {
    const found = parsePlaylist(WHOLE);
    expect(found.header).toHaveLength(7);
    expect(found.durationSeconds).toBe(9.5);
    expect(found.ended).toBe(true);
    expect(found.segments[4]).toEqual({
      uri: 'segment00004.m4s',
      duration: 1.5,
      start: 8,
      lines: ['#EXTINF:1.500000,'],
    });
  });

  it('reads the lines of other programs: other ends of lines, spaces, tags of an entry, and none', () => {
    const text =
      '#EXTM3U\r\n\r\n  #EXT-X-MAP:URI="a.mp4"\r\n#EXT-X-GAP\r\n#MINE\r\n#EXTINF:3,one\r\na.m4s\r\n#NEXT\r\nb.m4s\r\n#EXTINF:1\n c.m4s \n';
    expect(parsePlaylist(text)).toEqual({
      header: ['#EXTM3U', '#EXT-X-MAP:URI="a.mp4"'],
      segments: [
        { uri: 'a.m4s', duration: 3, start: 0, lines: ['#EXT-X-GAP', '#MINE', '#EXTINF:3,one'] },
        { uri: 'b.m4s', duration: 0, start: 3, lines: ['#NEXT'] },
        { uri: 'c.m4s', duration: 1, start: 3, lines: ['#EXTINF:1'] },
      ],
      durationSeconds: 4,
      ended: false,
    });
  });

  it('parses an empty text as an empty playlist', () => {
    expect(parsePlaylist('')).toEqual({ header: [], segments: [], durationSeconds: 0, ended: false });
  });
});

describe('planClip', () => {
  const LONG = `${HEADER}${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => entry(n)).join('')}#EXT-X-ENDLIST\n`;
  const planned = (text: string, start: number, end: number) =>
    planClip(text, start, end).map((part) => ('start' in part ? part : part.map(({ uri }) => uri)));
  const named = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => `segment0000${from + n}.m4s`);

  it('encodes only the segments at the edges of a long clip', () => {
    expect(planned(LONG, 3.25, 17.5)).toEqual([
      { start: 3.25, end: 4 },
      named(2, 7),
      { start: 16, end: 17.5 },
    ]);
  });

  it('encodes nothing where an edge is the edge of a segment', () => {
    expect(planned(LONG, 2, 19.99)).toEqual([named(1, 9)]);
    expect(planned(LONG, 4.01, 17)).toEqual([named(2, 7), { start: 16, end: 17 }]);
  });

  it('encodes a short clip in one piece', () => {
    expect(planned(LONG, 3, 12)).toEqual([{ start: 3, end: 12 }]);
    expect(planned(WHOLE, -5, 99)).toEqual([{ start: 0, end: 9.5 }]);
  });

  it.each([
    [4, 4],
    [5, 3],
    [20, 30],
    [Number.NaN, 3],
  ])('refuses the window from %d to %d s', (start, end) => {
    expect(() => planClip(WHOLE, start, end)).toThrow(RangeError);
  });
});

it('finds the init segments of a playlist', () => {
  expect(initNames(WHOLE)).toEqual(['init.mp4']);
  expect(initNames(`#EXT-X-MAP:BYTERANGE="9@0",URI="a.mp4"\n${WHOLE}`)).toEqual(['a.mp4', 'init.mp4']);
  expect(initNames('')).toEqual([]);
});
