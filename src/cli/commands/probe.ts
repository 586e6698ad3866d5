import { dataFolder } from '../../config/index.ts';
import { exit } from '../exit.ts';
import { defineCommand } from '../model.ts';
import { local, type Result } from '../plan.ts';
import { probeFiles } from '../probe/probe-files.ts';
import { manyColumns, oneFile } from '../probe/view.ts';
import type { Session } from '../session.ts';
import { many, needed, path } from '../values.ts';

const probe = defineCommand({
  name: 'probe',
  arguments: { files: needed(many(path('Video, audio or image files'))) },
  about:
    'Reads container, duration, size, bit rate, chapters and each stream: codec, profile, dimensions as shown, ' +
    'rotation, frame rate, pixel format, colour and HDR, channels, sample rate, language. No service is asked. ' +
    'One file shows everything, several show a row each. -o json prints an array, one object for each file that ' +
    'could be read, in the order given. A file that cannot be read is a line on standard error, and exit status 1.',
  examples: [
    { does: 'Everything about one file', line: 'probe talk.mp4' },
    { does: 'A row for each file of a folder', line: 'probe media/*' },
    {
      does: 'The size of the picture, for a script',
      line: "probe talk.mp4 -o json | jq '.[0].streams[0].width'",
    },
  ],
  plan: ({ files }) => local((session) => look(session, files)),
});

export const commands = [probe];

async function look(session: Session, files: readonly string[]): Promise<Result> {
  const { env, signal } = session;
  const { found, failed } = await probeFiles(files, { dataDir: dataFolder(env), env, signal });
  for (const { reason } of failed) session.note(reason);
  const status = failed.length > 0 ? { status: exit.fault } : {};
  const [first] = found;
  if (!first) return status;
  if (files.length === 1) return { value: found, text: await oneFile(session.io, first), ...status };
  return { value: found, columns: manyColumns, ...status };
}
