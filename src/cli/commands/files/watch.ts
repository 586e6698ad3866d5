import { collectionTypes } from '../../../contract/values/enums.ts';
import { LocalError } from '../../errors/errors.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { choice, many, needed, path, seconds, text, toggle } from '../../model/values.ts';
import { localFlags } from '../flags/local-files.ts';

const watch = defineCommand({
  name: 'watch',
  about:
    'Runs until Ctrl-C or SIGTERM. A file is uploaded when it has stopped growing: its size and time of change have stayed the same for some seconds, and on Linux no program of yours has it open for writing. Names that end in .part, .tmp, .crdownload and the like are left out until they are renamed, unless --include names them. What is done is kept in a journal in the configuration folder and known by its content, so that after a restart nothing is uploaded twice. A file that fails is tried again later; while the service does not respond, vau waits for it. The folder is scanned, so network folders work too. With -o json each result is a line of JSON.',
  arguments: { folder: needed(path('Folder to watch')) },
  flags: {
    recursive: toggle('Also watch subfolders'),
    include: many(text('Only these files', { placeholder: 'PATTERN' })),
    exclude: many(text('Not these files', { placeholder: 'PATTERN' })),
    inPlace: localFlags.inPlace,
    collection: text('Add each file to this collection, by name or id', { placeholder: 'NAME' }),
    create: toggle('With --collection: make it if it does not exist'),
    collectionType: choice(collectionTypes, 'With --create: its type (default media-descriptions)'),
    metadata: text('Your own data to store; a CSV or JSON file: by filename', {
      placeholder: 'JSON|@FILE|TABLE',
    }),
    settle: seconds('Time without a change before a file is uploaded (default 10)'),
    interval: seconds('Time between scans (default 5); large folders are scanned less often'),
    once: toggle('Upload what is there and does not change, then stop: for cron and CI'),
  },
  examples: [
    { does: 'Upload what arrives', line: 'watch incoming/ --collection Incoming --create' },
    {
      does: 'Once, from cron, subfolders too',
      line: 'watch incoming/ --recursive --collection Incoming --once',
    },
    {
      does: "An archive on the service's own machine, without a copy",
      line: 'watch /archive --recursive --in-place --collection Archive --create',
    },
  ],
  plan: (flags) =>
    local(async (session) => {
      const [{ runWatch }, { commands }] = await Promise.all([
        import('../../watch/run-watch.ts'),
        import('./file.ts'),
      ]);
      const upload = commands.find(({ name }) => name === 'file upload');
      if (!upload) throw new LocalError('file upload is missing');
      return { status: await runWatch(session, upload, flags) };
    }),
});

export const commands = [watch];
