import { basename } from 'node:path';
import { windowArgs } from '../decode/decode.ts';
import { MediaError } from '../errors.ts';
import { globalArgs, safeInput } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import { type ProbeOptions, probe } from '../probe/probe.ts';
import { mainAudio, mainVideo } from '../probe/shape.ts';
import type { MediaProbe } from '../types.ts';
import { writeWhole } from '../write-whole.ts';
import { ENCODE_AUDIO, encodeVideo } from './codecs.ts';

export interface DownloadOptions extends ProbeOptions {
  /** Window in seconds of the file; it is re-encoded, so its edges are exact. */
  start?: number | undefined;
  end?: number | undefined;
  probed?: MediaProbe | undefined;
}

/** Codecs in MP4 that players support. */
const MP4_VIDEO = ['h264', 'hevc', 'av1', 'vp9', 'mpeg4'];
const MP4_AUDIO = ['aac', 'mp3', 'ac3', 'eac3', 'opus', 'alac', 'flac'];

/** Key frame interval of a re-encoded download, in seconds. */
const KEY_FRAME_SECONDS = 2;

/**
 * Writes a video or audio file as an MP4 that plays while it loads. Streams are copied if MP4 supports them. The file's
 * tags are removed. The file is written atomically.
 * @returns whether a stream was re-encoded
 * @throws MediaError
 */
export async function downloadMp4(
  file: string,
  outPath: string,
  options: DownloadOptions,
): Promise<{ reencoded: boolean }> {
  const probed = options.probed ?? (await probe(file, options));
  if (probed.media_type === 'image') {
    throw new MediaError('unsupported', `${basename(file)}: a still image cannot be turned into a film`);
  }
  const { args, reencoded } = streams(probed, options);
  const window = windowArgs({ startSeconds: options.start, endSeconds: options.end });
  const input = await safeInput(file, window);
  const timeoutSeconds = Math.max(600, 10 * (probed.duration_seconds ?? 0));
  await writeWhole(outPath, (part) =>
    run(
      options.ffmpeg.path,
      [...globalArgs(), ...input, ...args, '-movflags', '+faststart', '-f', 'mp4', `file:${part}`],
      { file, signal: options.signal, timeoutSeconds },
    ),
  );
  return { reencoded };
}

function streams(probed: MediaProbe, options: DownloadOptions): { args: string[]; reencoded: boolean } {
  const whole = options.start === undefined && options.end === undefined;
  const video = mainVideo(probed);
  const audio = mainAudio(probed);
  const copyVideo = whole && MP4_VIDEO.includes(video?.codec ?? '');
  const copyAudio = whole && MP4_AUDIO.includes(audio?.codec ?? '');
  const args = ['-map_metadata', '-1', '-sn', '-dn', '-strict', '-2'];
  if (video)
    args.push('-map', `0:${video.index}`, ...(copyVideo ? ['-c:v', 'copy'] : encodeVideo(KEY_FRAME_SECONDS)));
  if (video?.codec === 'hevc' && copyVideo) args.push('-tag:v', 'hvc1');
  if (audio) args.push('-map', `0:${audio.index}`, ...(copyAudio ? ['-c:a', 'copy'] : ENCODE_AUDIO));
  if (audio?.codec === 'aac' && copyAudio) args.push('-bsf:a', 'aac_adtstoasc');
  const reencoded = (video !== undefined && !copyVideo) || (audio !== undefined && !copyAudio);
  return { args, reencoded };
}
