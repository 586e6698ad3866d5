import { checkServeFlags, serve as runService } from '../local/serve.ts';
import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { integer, path, text } from '../model/values.ts';
import { ffmpegFlag } from './flags/ffmpeg.ts';

/** What both `vau serve` and `vau service start` take. */
export const serveFlags = {
  host: text('Address to listen on (default 127.0.0.1: this machine only)', {
    placeholder: 'HOST',
  }),
  port: integer('Port to listen on; 0 picks a free one (default 4747)'),
  dataDir: path('Data folder (default: VAU_DATA_DIR, or the data folder of this user)', {
    placeholder: 'FOLDER',
  }),
  ffmpeg: ffmpegFlag,
  workers: integer('Worker processes (default: one per processor)'),
};

const serve = defineCommand({
  name: 'serve',
  flags: serveFlags,
  about:
    'Runs until Ctrl-C, then stops in order; unfinished work goes on at the next start. The first start makes a ' +
    'token and keeps it in a profile, local for the usual data folder, which becomes the one in use where none was ' +
    'chosen. Another data folder gets a profile of its own, named after it. Only this machine ' +
    'can reach it unless --host says otherwise. With -o json its address is printed as soon as it answers.',
  examples: [
    { does: 'With everything at its default', line: 'serve' },
    { does: 'On another port, with a folder of its own', line: 'serve --port 5000 --data-dir ./media-data' },
  ],
  plan: (flags) => {
    checkServeFlags(flags);
    return local(async (session) => {
      await runService(session, flags);
      return undefined;
    });
  },
});

export const commands = [serve];
