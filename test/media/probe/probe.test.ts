import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaProbe, probe, toMediaInfo, toVideoInfo } from '../../../src/media/index.ts';
import { alone, ffmpeg, tempFolder, ways } from '../support.ts';
import { hevc, makeFiles, vp9 } from './probe-files.ts';

const { dir, at, drop } = await tempFolder();

beforeAll(() => makeFiles(dir));
afterAll(drop);

const videoOf = (found: MediaProbe) => found.streams.find((s) => s.type === 'video' && !s.attached_pic);
const audioOf = (found: MediaProbe) => found.streams.find((s) => s.type === 'audio');

describe.each(ways)('probe %s', (_way, program) => {
  const look = (name: string) => probe(at(name), { ffmpeg: program });

  it('[CLI-2] reads a film', async () => {
    const found = await look('plain.mp4');
    expect(found).toMatchObject({ media_type: 'video', container: 'mp4', start_time: 0, chapters: [] });
    expect(found.tags).toMatchObject({ title: 'A film' });
    expect(Math.abs((found.duration_seconds ?? 0) - 2.002)).toBeLessThan(0.03);
    expect(found.bit_rate).toBe(Math.round((found.size * 8) / (found.duration_seconds ?? 0)));
    expect(videoOf(found)).toMatchObject({
      codec: 'h264',
      profile: 'Main',
      width: 320,
      height: 180,
      rotation: 0,
      sample_aspect: '1:1',
      frame_rate: { rational: '30000/1001', value: 29.97 },
      pixel_format: 'yuv420p',
      bit_depth: 8,
      hdr: null,
      default: true,
    });
    expect(audioOf(found)).toMatchObject({
      codec: 'aac',
      profile: 'LC',
      channels: 1,
      channel_layout: 'mono',
      sample_rate: 44_100,
    });
  });

  it('[CLI-2] reads chapters, subtitles, languages and titles', async () => {
    const found = await look('full.mkv');
    expect(found.container).toBe('matroska');
    expect(found.tags.title).toBe('A = B; C');
    expect(found.chapters).toEqual([
      { start: 0, end: 1, title: 'One' },
      { start: 1, end: 2.002, title: 'Two, (with) = signs' },
    ]);
    expect(audioOf(found)?.language).toBe('eng');
    const subtitles = found.streams.find((s) => s.type === 'subtitle');
    expect(subtitles).toMatchObject({ codec: 'subrip', language: 'deu', title: 'For all' });
  });

  it.each([
    ['tape.mov', '10:00:00;00'],
    ['tape.mxf', '09:59:50:00'],
  ])('[CLI-2] reads the timecode of the first frame of %s', async (name, timecode) => {
    expect(toMediaInfo(await look(name)).timecode).toBe(timecode);
    expect(toMediaInfo(await look('plain.mp4')).timecode).toBeNull();
  });

  it('[CLI-2] reports the display size of rotated and anamorphic pictures', async () => {
    const turned = videoOf(await look('turned.mp4'));
    expect(turned).toMatchObject({
      rotation: 90,
      width: 180,
      height: 320,
      coded_width: 320,
      coded_height: 180,
    });
    const wide = videoOf(await look('wide.mp4'));
    expect(wide).toMatchObject({ sample_aspect: '4:3', width: 427, height: 240, coded_width: 320 });
  });

  it.each([
    ['plain.mov', 'mov', 'video'],
    ['plain.ts', 'mpegts', 'video'],
    ['plain.avi', 'avi', 'video'],
    ['sound.wav', 'wav', 'audio'],
    ['sound.flac', 'flac', 'audio'],
    ['sound.ogg', 'ogg', 'audio'],
  ])('knows %s', async (name, container, type) => {
    const found = await look(name);
    expect(found).toMatchObject({ container, media_type: type });
    expect(found.duration_seconds).toBeGreaterThan(1.9);
    expect(found.duration_seconds).toBeLessThan(2.15);
    if (type === 'audio')
      expect(audioOf(found)).toMatchObject({ channels: 2, channel_layout: 'stereo', sample_rate: 48_000 });
  });

  it.skipIf(!vp9)('supports WebM, also without a stated duration', async () => {
    expect(await look('plain.webm')).toMatchObject({ container: 'webm', media_type: 'video' });
    const recorded = await look('recorded.webm');
    expect(recorded.duration_seconds).toBeGreaterThan(0.9);
    expect(recorded.duration_seconds).toBeLessThan(1.2);
  });

  it('[CLI-2] a song with a cover is audio', async () => {
    const found = await look('song.mp3');
    expect(found).toMatchObject({ media_type: 'audio', container: 'mp3', tags: { artist: 'Nobody' } });
    expect(found.streams.find((s) => s.type === 'video')).toMatchObject({ attached_pic: true, codec: 'png' });
    expect(toMediaInfo(found)).toMatchObject({
      width: null,
      height: null,
      has_audio: true,
      sample_rate: 44_100,
    });
    expect(toVideoInfo(found)).toBeNull();
  });

  it.each(['png', 'jpeg', 'bmp', 'tiff', 'gif', 'webp'])(
    '[CLI-2] a %s picture is an image without a duration',
    async (kind) => {
      const found = await look(`still.${kind === 'jpeg' ? 'jpg' : kind}`);
      expect(found).toMatchObject({
        media_type: 'image',
        container: kind,
        duration_seconds: null,
        bit_rate: null,
      });
      expect(videoOf(found)).toMatchObject({
        width: 320,
        height: 180,
        frame_rate: null,
        attached_pic: false,
      });
    },
  );

  it('an animated GIF is a video', async () => {
    const found = await look('moving.gif');
    expect(found).toMatchObject({ media_type: 'video', container: 'gif' });
    expect(found.duration_seconds).toBeCloseTo(1, 1);
  });

  it('[CLI-2] names HDR and colours', async () => {
    expect(videoOf(await look('hlg.mp4'))).toMatchObject({
      hdr: 'HLG',
      color: { primaries: 'bt2020', transfer: 'arib-std-b67', space: 'bt2020nc' },
    });
  });

  it.skipIf(!hevc)('[CLI-2] names HDR10', async () => {
    expect(videoOf(await look('hdr10.mp4'))).toMatchObject({ hdr: 'HDR10', bit_depth: 10, codec: 'hevc' });
  });

  it.each([
    ['empty.mp4', 'empty.mp4: the file is empty'],
    ['text.mp4', 'text.mp4: it is not a media file of a kind this program opens'],
    ['cut.mp4', 'cut.mp4: the file is cut off or damaged (its index is missing)'],
    ['missing.mp4', 'missing.mp4: there is no such file'],
    ['.', /: it is not a regular file$/],
  ])('[CLI-2] reports in one line what is wrong with %s', async (name, message) => {
    const failed = look(name);
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toMatchObject({
      code: name === 'missing.mp4' ? 'missing' : 'unreadable',
      message: expect.not.stringMatching(/\n|\/tmp/),
    });
  });
});

/** What may differ between the two ways: ffmpeg rounds to kilobits and hundredths of a second. */
function rounded(found: MediaProbe): unknown {
  return {
    ...found,
    bit_rate: null,
    duration_seconds: null,
    streams: found.streams.map((s) => ({
      ...s,
      bit_rate: s.bit_rate === null ? null : Math.floor(s.bit_rate / 1000),
    })),
  };
}

/** Two builds read some tags and rates differently; one and the same must not. */
const sameBuild = ffmpeg.ffprobe !== undefined && dirname(ffmpeg.ffprobe) === dirname(ffmpeg.path);

describe.skipIf(!sameBuild)('both ways of probing (needs the ffprobe of the same build)', () => {
  it('agree on every file', async () => {
    const names = [
      'plain.mp4',
      'full.mkv',
      'turned.mp4',
      'wide.mp4',
      'plain.mov',
      'plain.ts',
      'plain.avi',
      'song.mp3',
    ];
    names.push(
      'sound.wav',
      'sound.flac',
      'sound.ogg',
      'still.png',
      'still.jpg',
      'still.webp',
      'moving.gif',
      'hlg.mp4',
    );
    if (hevc) names.push('hdr10.mp4');
    if (vp9) names.push('plain.webm', 'recorded.webm');
    for (const name of names) {
      const one = await probe(at(name), { ffmpeg });
      const other = await probe(at(name), { ffmpeg: alone });
      expect(rounded(other), name).toEqual(rounded(one));
      expect(Math.abs((other.duration_seconds ?? 0) - (one.duration_seconds ?? 0)), name).toBeLessThan(0.03);
    }
  });
});

describe('toMediaInfo', () => {
  it('[FILE-5] contains the measurements', async () => {
    const found = await probe(at('plain.mp4'), { ffmpeg });
    expect(toMediaInfo(found)).toEqual({
      duration_seconds: found.duration_seconds,
      width: 320,
      height: 180,
      sample_rate: 44_100,
      channels: 1,
      bitrate: found.bit_rate,
      format: 'mp4',
      has_audio: true,
      frame_rate: found.streams.find(({ type }) => type === 'video')?.frame_rate?.value,
      timecode: null,
    });
    expect(toVideoInfo(found)).toEqual({
      duration_seconds: found.duration_seconds,
      width: 320,
      height: 180,
      format: 'mp4',
      has_audio: true,
    });
  });

  it('leaves no child behind when it is cancelled', async () => {
    await expect(probe(at('plain.mp4'), { ffmpeg, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
    if (process.platform !== 'linux') return;
    const children = execFileSync('ps', ['--ppid', String(process.pid), '-o', 'comm=']).toString();
    expect(children).not.toMatch(/ffprobe|ffmpeg/);
  });
});
