import { path } from '../../model/values.ts';

/** --ffmpeg, for commands that run ffmpeg on this machine. */
export const ffmpegFlag = path('ffmpeg to use (default: VAU_FFMPEG, FFMPEG_BIN, or the best one found)', {
  placeholder: 'PROGRAM',
});
