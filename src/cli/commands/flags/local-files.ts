/** Flags of commands that upload local files. */
import { either, many, path, text, toggle } from '../../model/values.ts';

/** --ffmpeg, for commands that run ffmpeg on this machine. */
export const ffmpegFlag = path('ffmpeg to use (default: VAU_FFMPEG, FFMPEG_BIN, or the best one found)', {
  placeholder: 'PROGRAM',
});

export const localFlags = {
  recursive: toggle('Also upload what is in subfolders', { local: true }),
  include: many(text('Only these files of folders', { placeholder: 'PATTERN', local: true })),
  exclude: many(text('Not these files of folders', { placeholder: 'PATTERN', local: true })),
  inPlace: toggle(
    "Read the files where they are on the service's machine, without a copy (embedded service only)",
    {
      local: true,
    },
  ),
  sidecar: either('Send the subtitles beside a film, talk.srt beside talk.mp4, with it (default)', {
    local: true,
  }),
  again: toggle('Also send content that the service has already', { local: true }),
} as const;
