import { checkServeFlags } from '../local/serve.ts';
import { logsAction, resetAction, startAction, statusAction, stopAction } from '../local/service-actions.ts';
import { defineCommand } from '../model.ts';
import { local } from '../plan.ts';
import { integer, toggle } from '../values.ts';
import { serveFlags } from './serve.ts';

const { dataDir } = serveFlags;

const start = defineCommand({
  name: 'service start',
  flags: serveFlags,
  about:
    'Starts vau serve in a process of its own that goes on when the terminal is closed. Its log is service.log in ' +
    'the data folder. One that runs already is left as it is.',
  examples: [{ does: 'Start it', line: 'service start' }],
  plan: (flags) => {
    checkServeFlags(flags);
    return local((session) => startAction(session, flags));
  },
});

const stop = defineCommand({
  name: 'service stop',
  flags: { dataDir },
  about: 'Asks the service to stop and waits until it has. Unfinished work goes on at the next start.',
  examples: [{ does: 'Stop it', line: 'service stop' }],
  plan: (flags) => local((session) => stopAction(session, flags)),
});

const status = defineCommand({
  name: 'service status',
  flags: { dataDir },
  about:
    'Says whether the service runs and where it answers. The exit status is 9 when it cannot be reached.',
  examples: [
    { does: 'How it is doing', line: 'service status' },
    { does: 'Its address, for a script', line: 'service status -o json | jq -r .url' },
  ],
  plan: (flags) => local((session) => statusAction(session, flags)),
});

const logs = defineCommand({
  name: 'service logs',
  flags: {
    dataDir,
    lines: integer('Lines to show, from the end (default 50)'),
    follow: toggle('Go on with what is added, until Ctrl-C'),
  },
  examples: [
    { does: 'The last lines', line: 'service logs' },
    { does: 'What it does now', line: 'service logs --follow' },
  ],
  plan: (flags) => local((session) => logsAction(session, flags)),
});

const reset = defineCommand({
  name: 'service reset',
  flags: { dataDir, yes: toggle('Do it without being asked') },
  about:
    'Deletes the store, the media and everything made from them. A folder that no service made is left alone, and so ' +
    'are an ffmpeg that was set up and any file the service does not know.',
  examples: [{ does: 'Delete everything, in a script', line: 'service reset --yes' }],
  plan: (flags) => local((session) => resetAction(session, flags)),
});

export const commands = [start, stop, status, logs, reset];
