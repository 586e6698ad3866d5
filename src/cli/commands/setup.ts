import { setUpFfmpeg } from '../local/ffmpeg.ts';
import { dataFolderOf } from '../local/serve.ts';
import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { serveFlags } from './serve.ts';

const ffmpegCommand = defineCommand({
  name: 'setup ffmpeg',
  flags: { dataDir: serveFlags.dataDir },
  about:
    'Fetches what this machine lacks: an ffmpeg by the download of the ffmpeg-static package, else a build of 2018 that the ' +
    'npm registry carries, and an ffprobe from there. Checksums are compared. What is there and does is left alone. ' +
    'Shows which ffmpeg is used and why: the one that VAU_FFMPEG or FFMPEG_BIN names; else, of PATH, ffmpeg-static and ' +
    'the data folder, the newest that has ffprobe beside it. An ffmpeg of your system is patched; take that where you can.',
  examples: [{ does: 'Get what is missing, and see which one is used', line: 'setup ffmpeg' }],
  plan: (flags) =>
    local(async (session) => {
      const { ffmpeg, why, others, notes } = await setUpFfmpeg(session, dataFolderOf(flags, session.env));
      for (const note of notes) session.note(note);
      const { path, version, source, ffprobe = null } = ffmpeg;
      const passed = others.map((other) => ({
        path: other.path,
        version: other.version,
        source: other.source,
      }));
      return { value: { path, version, source, ffprobe, why, passed_over: passed } };
    }),
});

export const commands = [ffmpegCommand];
