import { setUpFfmpeg } from '../local/ffmpeg.ts';
import { dataFolderOf } from '../local/serve.ts';
import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { serveFlags } from './serve.ts';

const ffmpegCommand = defineCommand({
  name: 'setup ffmpeg',
  flags: { dataDir: serveFlags.dataDir },
  about:
    'Puts an ffmpeg into the data folder: from the download of the ffmpeg-static package, else from a build that the ' +
    'npm registry carries, its checksum compared. An ffmpeg of your system is newer and patched; take that where you can.',
  examples: [{ does: 'Get one', line: 'setup ffmpeg' }],
  plan: (flags) =>
    local(async (session) => {
      const { ffmpeg, advice } = await setUpFfmpeg(session, dataFolderOf(flags, session.env));
      if (advice) session.note(advice);
      const { path, version, source } = ffmpeg;
      return { value: { path, version, source } };
    }),
});

export const commands = [ffmpegCommand];
