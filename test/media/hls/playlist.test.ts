import { describe, expect, it } from 'vitest';
import { parsePlaylist, trimPlaylist } from '../../../src/media/index.ts';

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

  it('parses an empty text as an empty playlist', () => {
    expect(parsePlaylist('')).toEqual({ header: [], segments: [], durationSeconds: 0, ended: false });
  });
});

describe('trimPlaylist', () => {
  it('keeps what overlaps the window and starts exactly at it', () => {
    const cut = trimPlaylist(WHOLE, 3.25, 6.5);
    expect(cut).toMatchObject({ startsAt: 2, clipStart: 1.25, clipEnd: 4.5 });
    expect(cut.text).toBe(
      `${HEADER.replace('SEQUENCE:0', 'SEQUENCE:1')}#EXT-X-START:TIME-OFFSET=1.250,PRECISE=YES\n${entry(1)}${entry(2)}${entry(3)}#EXT-X-ENDLIST\n`,
    );
  });

  it.each([
    [0, 2, ['segment00000.m4s']],
    [2, 4, ['segment00001.m4s']],
    [-5, 0.1, ['segment00000.m4s']],
    [9, 99, ['segment00004.m4s']],
  ])('from %d to %d s keeps %j', (start, end, names) => {
    expect(parsePlaylist(trimPlaylist(WHOLE, start, end).text).segments.map((s) => s.uri)).toEqual(names);
  });

  it('can be cut again', () => {
    const once = trimPlaylist(WHOLE, 2, 9.5).text;
    const twice = trimPlaylist(once, 2, 4);
    expect(twice.text.match(/EXT-X-START/g)).toHaveLength(1);
    expect(twice.text).toContain('#EXT-X-MEDIA-SEQUENCE:2');
    expect(twice.text).toContain('segment00002.m4s');
  });

  it.each([
    [4, 4],
    [5, 3],
    [20, 30],
    [Number.NaN, 3],
  ])('refuses the window from %d to %d s', (start, end) => {
    expect(() => trimPlaylist(WHOLE, start, end)).toThrow(RangeError);
  });
});
