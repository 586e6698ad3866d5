import { path } from '../../model/values.ts';

/** --ffmpeg, for what runs one on this machine. */
export const ffmpegFlag = path(
  'The ffmpeg to use (default VAU_FFMPEG, FFMPEG_BIN, or the best that is found)',
  {
    placeholder: 'PROGRAM',
  },
);
