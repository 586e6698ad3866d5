import { checkServeFlags, serve as runService } from '../../local/service/serve.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { integer, path, text, toggle } from '../../model/values.ts';
import { ffmpegFlag } from '../flags/local-files.ts';

/** Flags of both `vau serve` and `vau service start`. */
export const serveFlags = {
  host: text('Address to listen on (default 127.0.0.1: this machine only)', {
    placeholder: 'HOST',
  }),
  port: integer(
    'Port to listen on; 0 picks a free one (default: the last one of this data folder, at first 4747)',
  ),
  dataDir: path("Data folder (default: VAU_DATA_DIR, or the user's data folder)", {
    placeholder: 'FOLDER',
  }),
  ffmpeg: ffmpegFlag,
  workers: integer(
    'Worker processes (default: one per processor); 0 with --store, if vau worker runs the jobs',
  ),
  store: text(
    'PostgreSQL database to share with others, instead of SQLite in the data folder (default: VAU_STORE)',
    {
      placeholder: 'URL',
    },
  ),
  secretsKeyFile: path(
    'File with the key that encrypts the secrets of webhooks; all machines of a store need the same (default: VAU_SECRETS_KEY, or secrets.key in the data folder)',
    { placeholder: 'FILE' },
  ),
  objects: text(
    'Bucket that holds originals, thumbnails and streams (default: object_storage, or the data folder)',
    {
      placeholder: 's3://BUCKET/PREFIX',
    },
  ),
};

const serve = defineCommand({
  name: 'serve',
  flags: {
    ...serveFlags,
    replaceSecretsKey: toggle(
      "With --store: use the key of this machine from now on, because the store's is lost; rotate its webhooks afterwards",
    ),
  },
  about:
    'Runs until Ctrl-C, then stops cleanly; unfinished jobs resume at the next start. The first start creates a ' +
    'token and saves it in a profile: local for the default data folder, or a profile named after any other data ' +
    'folder. If no profile is current, that one becomes current. Only this machine can reach the service ' +
    'unless you set --host. With -o json its URL is printed as soon as the service is ready. If nothing here recognises ' +
    'speech, it offers to fetch a recogniser: once, and only on a terminal.',
  examples: [
    { does: 'Run with the defaults', line: 'serve' },
    { does: 'Use another port and another data folder', line: 'serve --port 5000 --data-dir ./media-data' },
    { does: 'Store media in a bucket', line: 'serve --objects s3://media/vau' },
    {
      does: 'Give every machine of a store the same key',
      line: 'serve --store postgres://vau@db.example/vau --secrets-key-file /etc/vau/secrets.key',
    },
    { does: 'Share a store with other machines', line: 'serve --store postgres://vau@db.example/vau' },
  ],
  plan: (flags) => {
    checkServeFlags(flags);
    return local(async (session) => {
      await (await import('../../setup/recogniser.ts')).offerRecogniser(session, flags);
      await runService(session, flags);
      return undefined;
    });
  },
});

export const commands = [serve];
