import { setUpFfmpeg } from '../local/ffmpeg.ts';
import { dataFolderOf } from '../local/serve.ts';
import { setupAction } from '../local/service-settings.ts';
import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { serveFlags } from './serve.ts';

const show = defineCommand({
  name: 'setup show',
  flags: { dataDir: serveFlags.dataDir },
  about:
    'The same as vau setup alone. For ffmpeg, speech, on-screen text, scenes, sounds, faces, language and meaning, shows what ' +
    'a service on this machine uses with the settings of its data folder, how good that is, and the command that brings ' +
    'something better. Changes nothing.',
  examples: [
    { does: 'What is there, and what would be better', line: 'setup show' },
    { does: 'For a program', line: 'setup show -o json' },
  ],
  plan: (flags) => local((session) => setupAction(session, flags)),
});

const ffmpegCommand = defineCommand({
  name: 'setup ffmpeg',
  flags: { dataDir: serveFlags.dataDir },
  about:
    'Installs what is missing: ffmpeg through the download of the ffmpeg-static package, or a build of 2018 from the ' +
    'npm registry, and ffprobe from there. Checksums are verified. A working ffmpeg is never replaced. ' +
    'Shows which ffmpeg is used and why: the one that VAU_FFMPEG or FFMPEG_BIN names, or else the newest one with ' +
    'ffprobe beside it on PATH, in ffmpeg-static or in the data folder. Prefer the ffmpeg of your system: it gets patches.',
  examples: [{ does: 'Install what is missing, and show which ffmpeg is used', line: 'setup ffmpeg' }],
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

export const commands = [show, ffmpegCommand];
