import { describe, expect, it } from 'vitest';
import { refusals } from '../../../src/cli/probe/preflight.ts';
import { limits } from '../../../src/contract/values/limits.ts';
import type { MediaProbe } from '../../../src/media/types.ts';

const film: MediaProbe = {
  media_type: 'video',
  container: 'mp4',
  container_long: 'MP4',
  duration_seconds: 10,
  claimed_seconds: null,
  size: 1000,
  bit_rate: 800,
  start_time: 0,
  streams: [],
  chapters: [],
  tags: {},
};

describe('reasons against an upload', () => {
  it('none for video, audio and a picture', () => {
    expect(refusals(film)).toEqual([]);
    expect(refusals({ ...film, media_type: 'audio' })).toEqual([]);
    expect(refusals({ ...film, media_type: 'image', duration_seconds: null }, 'moments')).toEqual([]);
  });

  it('more bytes than the maximum, but not exactly the maximum', () => {
    expect(refusals({ ...film, size: limits.uploadBytes })).toEqual([]);
    expect(refusals({ ...film, size: limits.uploadBytes + 1 })).toEqual([
      expect.stringContaining('at most 64.0 GiB'),
    ]);
  });

  it('an unknown duration, except for pictures', () => {
    expect(refusals({ ...film, duration_seconds: null })).toEqual([expect.stringContaining('no duration')]);
  });

  it('audio, only in a face-analysis collection', () => {
    const sound: MediaProbe = { ...film, media_type: 'audio' };
    expect(refusals(sound, 'face-analysis')).toEqual([expect.stringContaining('audio')]);
    expect(refusals(sound, 'media-descriptions')).toEqual([]);
    expect(refusals(film, 'face-analysis')).toEqual([]);
  });
});
