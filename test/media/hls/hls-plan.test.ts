import { describe, expect, it } from 'vitest';
import type { TrackTimes } from '../../../src/media/clock/times.ts';
import {
  hlsArgs,
  mayCopy,
  mostBytes,
  type Plan,
  planOf,
  playsAsIs,
  segmentName,
  soundsAsIs,
  streamArgs,
} from '../../../src/media/hls/hls-plan.ts';
import type { Ffmpeg, MediaProbe, MediaStream } from '../../../src/media/index.ts';

const MIB = 1024 * 1024;
const SLACK = 64 * MIB;
const stream = {} as MediaStream;
const film = { size: 100 * MIB } as MediaProbe;
const plan = (more: Partial<Plan>): Plan => ({
  video: stream,
  audio: stream,
  copyVideo: false,
  copyAudio: false,
  ...more,
});

describe('how large a stream may get', () => {
  it('[SAFE-2] is twice the file if everything is copied, whatever duration the film claims', () => {
    const copied = plan({ copyVideo: true, copyAudio: true });
    expect(mostBytes(copied, film, 60)).toBe(200 * MIB + SLACK);
    expect(mostBytes(copied, film, 48 * 3600)).toBe(200 * MIB + SLACK);
  });

  it('[SAFE-2] is 1.5 MB per second if everything is encoded, however large the file is', () => {
    expect(mostBytes(plan({}), film, 60)).toBe(90_000_000 + SLACK);
    expect(mostBytes(plan({}), { ...film, size: 0 }, 60)).toBe(90_000_000 + SLACK);
  });

  it('is the sum if one stream is copied and the other encoded', () => {
    for (const copied of [{ copyVideo: true }, { copyAudio: true }])
      expect(mostBytes(plan(copied), film, 60)).toBe(200 * MIB + 90_000_000 + SLACK);
  });

  it('counts no video if there is none', () => {
    expect(mostBytes(plan({ video: undefined, copyAudio: true }), film, 60)).toBe(200 * MIB + SLACK);
  });
});

const picture = {
  ...{ index: 0, type: 'video', codec: 'h264', profile: 'High', pixel_format: 'yuv420p' },
  ...{ display_matrix: false, attached_pic: false, frame_rate: { rational: '25/1', value: 25 } },
} as MediaStream;
const sound = {
  index: 1,
  type: 'audio',
  codec: 'aac',
  profile: 'LC',
  channels: 2,
  attached_pic: false,
} as MediaStream;
const probed = (...streams: MediaStream[]) => ({ streams, size: 1 }) as MediaProbe;

describe('what browsers play', () => {
  it('is upright H.264 of a common profile', () => {
    expect(playsAsIs(picture)).toBe(true);
    expect(playsAsIs({ ...picture, pixel_format: 'yuvj420p' })).toBe(true);
    const wrong: Partial<MediaStream>[] = [
      { codec: 'hevc' },
      { profile: 'High 10' },
      { profile: null },
      { pixel_format: 'yuv422p' },
      { pixel_format: null },
      { display_matrix: true },
      { display_matrix: null },
    ];
    for (const one of wrong) expect(playsAsIs({ ...picture, ...one }), JSON.stringify(one)).toBe(false);
  });

  it('is AAC of a common profile with at most six channels', () => {
    for (const channels of [1, 2, 6]) expect(soundsAsIs({ ...sound, channels })).toBe(true);
    const wrong: Partial<MediaStream>[] = [
      { codec: 'mp3' },
      { profile: 'Main' },
      { profile: null },
      { channels: 7 },
      { channels: null },
    ];
    for (const one of wrong) expect(soundsAsIs({ ...sound, ...one }), JSON.stringify(one)).toBe(false);
  });

  it('makes the packets of a file worth reading, in its picture or in its sound', () => {
    const [vp9, mp3] = [
      { ...picture, codec: 'vp9' },
      { ...sound, codec: 'mp3' },
    ];
    for (const streams of [[picture, sound], [picture, mp3], [vp9, sound], [picture], [sound]])
      expect(mayCopy(probed(...streams))).toBe(true);
    for (const streams of [[vp9, mp3], [vp9], [mp3], []]) expect(mayCopy(probed(...streams))).toBe(false);
  });
});

describe('a copy', () => {
  const SECONDS = 10;
  const times: TrackTimes = {
    ...{ packets: 250, hidden: 0, hiddenLater: 0, early: 0, first: 0, last: 9.96, end: 10 },
    ...{ longestStep: 0.04, hole: 0, overlap: 0, keyStep: 2, opensWithKey: true },
  };
  const copied = (video: Partial<TrackTimes>, audio: Partial<TrackTimes> = {}) => {
    const read = { video: { ...times, ...video }, audio: { ...times, ...audio } };
    const { copyVideo, copyAudio } = planOf(probed(picture, sound), read, SECONDS);
    return [copyVideo, copyAudio];
  };

  it('is made of what plays as it is, and of nothing without times', () => {
    expect(copied({})).toEqual([true, true]);
    const whole = { video: times, audio: times };
    for (const [streams, read, expected] of [
      [[picture, sound], undefined, [false, false]],
      [[picture, sound], { video: times, audio: undefined }, [true, false]],
      [[picture, sound], { video: undefined, audio: times }, [false, true]],
      [[{ ...picture, codec: 'vp9' }, sound], whole, [false, true]],
      [[picture, { ...sound, codec: 'mp3' }], whole, [true, false]],
      [[sound], whole, [false, true]],
      [[picture], whole, [true, false]],
    ] as const) {
      const { copyVideo, copyAudio } = planOf(probed(...streams), read, SECONDS);
      expect([copyVideo, copyAudio]).toEqual(expected);
    }
  });

  it.each<[string, Partial<TrackTimes>, Partial<TrackTimes>]>([
    ['it opens with a key frame', {}, { opensWithKey: false }],
    ['no frame is hidden', {}, { hidden: 1 }],
    ['no frame is early', {}, { early: 1 }],
    ['it begins soon enough', { first: 0.1 }, { first: 0.11 }],
    ['it ends late enough', { end: 9.5 }, { end: 9.49 }],
    ['it ends soon enough', { end: 10.5 }, { end: 10.51 }],
    ['its frames are near each other', { longestStep: 1 }, { longestStep: 1.01 }],
    ['its key frames are near each other', { keyStep: 20 }, { keyStep: 20.1 }],
  ])('is made of pictures only if %s', (_, good, bad) => {
    expect(copied(good)).toEqual([true, true]);
    expect(copied(bad)).toEqual([false, true]);
  });

  it.each<[string, Partial<TrackTimes>, Partial<TrackTimes>]>([
    ['nothing is hidden in it', { hidden: 2 }, { hiddenLater: 1 }],
    ['it begins soon enough', { first: 0.1 }, { first: 0.11 }],
    ['it ends late enough', { end: 9.5 }, { end: 9.49 }],
    ['it ends soon enough', { end: 10.5 }, { end: 10.51 }],
    ['it has no gap', { hole: 0.04 }, { hole: 0.05 }],
    ['none of its packets is long', { longestStep: 0.2 }, { longestStep: 0.21 }],
    ['none overlaps the next', { overlap: 0.04 }, { overlap: 0.05 }],
  ])('is made of sound only if %s', (_, good, bad) => {
    expect(copied({}, good)).toEqual([true, true]);
    expect(copied({}, bad)).toEqual([true, false]);
  });
});

describe('what ffmpeg is told', () => {
  const args = (more: Partial<Plan>) =>
    streamArgs(plan({ video: picture, audio: sound, ...more }), 3, {
      frames: 'crop,',
      sound: 'volume,',
    }).join(' ');

  it('maps what there is, and copies or encodes it', () => {
    const both = args({});
    expect(both).toMatch(/^-map_metadata -1 -map_chapters -1 -sn -dn -map 0:0 -c:v libx264 /);
    expect(both).toContain('-vf crop,');
    expect(both).toContain("scale=w='if(gte(iw,ih),min(1920,iw),-2)'");
    expect(both).toContain('-force_key_frames expr:gte(t,n_forced*3) ');
    expect(both).toMatch(/ -map 0:1 -c:a aac .* -af volume,aresample=48000:async=1/);
    expect(args({ copyVideo: true })).toMatch(/-map 0:0 -c:v copy -map 0:1 -c:a aac/);
    expect(args({ copyAudio: true })).toMatch(/-map 0:1 -c:a copy -copypriorss:a 0 -bsf:a aac_adtstoasc$/);
    expect(args({ video: undefined, copyAudio: true })).not.toContain('-map 0:0');
    expect(args({ audio: undefined, copyVideo: true })).toMatch(/-map 0:0 -c:v copy$/);
  });

  it('names segments by their number, and asks for a late start only of a version that knows it', () => {
    expect([0, 12_345].map(segmentName)).toEqual(['segment00000.m4s', 'segment12345.m4s']);
    const of = (library: number) => hlsArgs(4, { codecLibrary: [library, 0] } as unknown as Ffmpeg).join(' ');
    expect(of(58)).toMatch(/^-avoid_negative_ts disabled -f hls -hls_time 4 -hls_list_size 0 /);
    for (const library of [59, 60])
      expect(of(library)).toContain(' -hls_segment_options movflags=+frag_discont -f hls ');
    expect(of(59)).toMatch(
      /-hls_segment_filename segment%05d\.m4s -hls_flags independent_segments index\.m3u8$/,
    );
  });
});
