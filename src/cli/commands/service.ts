import { logsAction } from '../local/logs.ts';
import { checkRepairFlags, repairAction } from '../local/repair.ts';
import { checkServeFlags } from '../local/serve.ts';
import { resetAction, startAction, statusAction, stopAction } from '../local/service-actions.ts';
import { checkedWish, configAction, doctorAction } from '../local/service-settings.ts';
import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { choice, id, integer, many, needed, optional, text, toggle } from '../model/values.ts';
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
    follow: toggle('Follow the log until Ctrl-C'),
  },
  about: 'With --follow and -o json each line of the log is a line of JSON: {"line": "..."}.',
  examples: [
    { does: 'The last lines', line: 'service logs' },
    { does: 'What it does now', line: 'service logs --follow' },
  ],
  plan: (flags) => local((session) => logsAction(session, flags)),
});

const repair = defineCommand({
  name: 'service repair',
  arguments: { id: optional(many(id('Only these, by the ids in the list'))) },
  flags: {
    dataDir,
    adopt: toggle('Make files of the originals again'),
    remove: toggle('Delete what is listed'),
    yes: toggle('Delete without being asked'),
  },
  about:
    'Lists the objects (originals, thumbnails, frames, streams) that the database does not know: the service has moved ' +
    'them aside, or the database was lost, emptied, damaged, or replaced by an older or another one. --adopt makes ' +
    'files of the originals again, with their ids, names and metadata; they are processed at the next start. Where the ' +
    'service does not start because database and objects do not belong together, --adopt also settles that: a database ' +
    'that cannot be read is moved aside and a new one is made. Collections, searches and shares that were only in a ' +
    'lost database do not come back. Stop the service first.',
  examples: [
    { does: 'What is there without a row', line: 'service repair' },
    { does: 'Make files of all originals again', line: 'service repair --adopt' },
    { does: 'Delete what is listed, in a script', line: 'service repair --remove --yes' },
  ],
  plan: (flags) => {
    checkRepairFlags(flags);
    return local((session) => repairAction(session, flags));
  },
});

const reset = defineCommand({
  name: 'service reset',
  flags: { dataDir, yes: toggle('Do not ask for confirmation') },
  about:
    'Deletes the store, the media and everything made from them. A folder that no service made is left alone, and so ' +
    'are an ffmpeg that was set up and any file the service does not know.',
  examples: [{ does: 'Delete everything, in a script', line: 'service reset --yes' }],
  plan: (flags) => local((session) => resetAction(session, flags)),
});

const doctor = defineCommand({
  name: 'service doctor',
  flags: { dataDir },
  about:
    'Says for each sense what perceives it with the settings of this data folder and this environment, how good that ' +
    'is, and how to get a better one. Changes nothing and perceives nothing.',
  examples: [{ does: 'What is heard and seen here, and how well', line: 'service doctor' }],
  plan: (flags) => local((session) => doctorAction(session, flags)),
});

const config = defineCommand({
  name: 'service config',
  arguments: {
    action: needed(choice(['list', 'get', 'set', 'unset'], 'What to do')),
    key: optional(text('A setting, as service config list names it', { placeholder: 'KEY' })),
    value: optional(text('Its value, to set it', { placeholder: 'VALUE' })),
  },
  flags: { dataDir },
  about:
    'Shows and changes the settings of the service: how speech is heard, scenes are described and language is read. ' +
    'They are in service-config.json in the data folder; an environment variable beats the file. Keys of endpoints are ' +
    'not among them: they stay in the environment. A service that runs takes changed settings at its next start.',
  examples: [
    { does: 'What can be set, what is, and where it comes from', line: 'service config list' },
    { does: 'Which model describes scenes', line: 'service config get vision_model' },
    { does: 'Hear with an endpoint', line: 'service config set speech_url http://127.0.0.1:8000/v1' },
    { does: 'Describe scenes by facts again', line: 'service config unset vision_url' },
  ],
  plan: ({ action, ...given }) => {
    const wish = checkedWish(action, given);
    return local((session) => configAction(session, wish));
  },
});

export const commands = [start, stop, status, logs, repair, reset, doctor, config];
