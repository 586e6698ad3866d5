import { describe, expect, it } from 'vitest';
import { bitRate, clock, mainStream, streamDetails, summary } from '../../../src/cli/probe/describe.ts';
import { emptyStream } from '../../../src/media/probe/shape.ts';
import type { MediaProbe, MediaStream } from '../../../src/media/types.ts';

const stream = (facts: Partial<MediaStream>): MediaStream => ({ ...emptyStream(0, 'video'), ...facts });
const probe = (streams: MediaStream[]): MediaProbe => ({
  media_type: 'video',
  container: 'mp4',
  container_long: 'QuickTime / MOV',
  duration_seconds: 1,
  claimed_seconds: null,
  size: 1,
  bit_rate: null,
  start_time: 0,
  streams,
  chapters: [],
  tags: {},
});

describe('times and rates', () => {
  it.each([
    [0, '0:00:00'],
    [66.92, '0:01:07'],
    [3599.6, '1:00:00'],
    [36_000, '10:00:00'],
  ])('%d seconds are %s', (seconds, text) => expect(clock(seconds)).toBe(text));

  it('keeps milliseconds if requested, and carries them over', () => {
    expect(clock(66.92, true)).toBe('0:01:06.920');
    expect(clock(59.9996, true)).toBe('0:01:00.000');
    expect(clock(null, true, 'still picture')).toBe('still picture');
  });

  it.each([
    [null, ''],
    [96_000, '96 kb/s'],
    [4_520_000, '4.5 Mb/s'],
  ])('%s bits a second are "%s"', (bits, text) => expect(bitRate(bits)).toBe(text));
});

describe('a stream', () => {
  it('shows the displayed size, and the stored one if it differs', () => {
    const shown = stream({ width: 360, height: 640, coded_width: 640, coded_height: 360, rotation: 90 });
    expect(streamDetails(shown)).toBe('360x640 (stored 640x360, rotated 90°)');
    const anamorphic = stream({
      width: 1024,
      height: 576,
      coded_width: 720,
      coded_height: 576,
      sample_aspect: '64:45',
    });
    expect(streamDetails(anamorphic)).toBe('1024x576 (stored 720x576, sample aspect 64:45)');
  });

  it('names rate, depth, colour and HDR', () => {
    const hdr = stream({
      frame_rate: { rational: '30000/1001', value: 29.97002997 },
      pixel_format: 'yuv420p10le',
      bit_depth: 10,
      color: { range: 'tv', space: 'bt2020nc', primaries: 'bt2020', transfer: 'smpte2084' },
      hdr: 'HDR10',
    });
    expect(streamDetails(hdr)).toBe(
      '29.97 fps (30000/1001), yuv420p10le 10 bit bt2020nc/bt2020/smpte2084 tv HDR10',
    );
  });

  it('names channels by layout or number', () => {
    expect(streamDetails(stream({ sample_rate: 48_000, channel_layout: '5.1', channels: 6 }))).toBe(
      '48000 Hz 5.1',
    );
    expect(streamDetails(stream({ sample_rate: 8000, channels: 3 }))).toBe('8000 Hz 3 channels');
  });

  it('a cover picture is not the main stream', () => {
    const cover = stream({ codec: 'mjpeg', attached_pic: true, default: true });
    const sound = stream({
      type: 'audio',
      codec: 'aac',
      language: 'eng',
      sample_rate: 44_100,
      channel_layout: 'stereo',
    });
    expect(mainStream(probe([cover, sound]), 'video')).toBeUndefined();
    expect(summary(probe([cover, sound]), 'video')).toBe('');
    expect(summary(probe([cover, sound]), 'audio')).toBe('aac 44100 Hz stereo eng');
  });
});
