/** Prepares the tour: ffmpeg, a recogniser of speech, a running service, and a client for it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError, type Client } from '../../client/index.ts';
import { configFile, readDocument } from '../../config/index.ts';
import { CliError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { ensureFfmpeg } from '../local/opening/ffmpeg.ts';
import { packageFolder } from '../local/service/launcher.ts';
import { profileOf, servedFolder } from '../local/service/profile.ts';
import { freePort, portOf } from '../local/service/serve.ts';
import { runInBackground } from '../local/service/service-actions.ts';
import { serviceStatus } from '../local/service/status.ts';
import type { Session } from '../model/session.ts';
import { sidecarOf } from '../probe/before-upload.ts';
import { connect } from '../run/session/connect.ts';
import { ensureRecogniser } from '../setup/recogniser.ts';

/** The film that ships with the package, and a matching question. */
export async function shippedFilm(): Promise<{ file: string; query: string }> {
  const folder = path.join(packageFolder(), 'assets');
  const { file } = JSON.parse(await readFile(path.join(folder, 'film.json'), 'utf8')) as { file: string };
  return { file: path.join(folder, file), query: 'When does the horn sound in the fog?' };
}

/** What the tour needs. */
export interface Needs {
  readonly dataDir: string;
  /** Port of a service that is started here. */
  readonly port: number | undefined;
  /** Where the recogniser is, as --from of vau setup. */
  readonly from: string | undefined;
  /** How to call vau again. */
  readonly command: string;
  /** Files of the user's; empty for the film that ships with vau. */
  readonly media: readonly string[];
}

/**
 * A client of the embedded service. Brings ffmpeg and a recogniser of speech, unless all media have subtitles: after the film
 * that ships with vau come the user's own. Starts the service in the background if needed: on the given port, else on another
 * one if the default is taken. Never uses a proxy.
 */
export async function ensureService(session: Session, needs: Needs): Promise<Client> {
  const { dataDir, media } = needs;
  await ensureFfmpeg(session, dataDir);
  const subtitles = await Promise.all(media.map((file) => sidecarOf(file)));
  if (media.length === 0 || subtitles.includes(undefined)) await ensureRecogniser(session, needs);
  const url = await ensureRunning(session, needs);
  const { document } = readDocument(configFile(session.env));
  const name = profileOf(document, servedFolder(dataDir, session.env));
  const client = await connect(session, url, document.profiles?.[name]?.token, { direct: true });
  try {
    await client.call('file.list', { query: { limit: 1 } }, { signal: session.signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    const message = `The service at ${url} rejects the token of profile ${name}: ${error.message}`;
    throw new CliError(message, exit.signIn, 'sign_in', {
      status: error.status,
      requestId: error.requestId,
      hint: 'Restart the service: it creates a new token when the profile has no valid one.',
      next: 'vau service stop',
    });
  }
  return client;
}

async function ensureRunning(session: Session, { dataDir, port: given, command }: Needs): Promise<string> {
  const { state, record } = await serviceStatus(dataDir);
  if (state === 'running') {
    if (given !== undefined && given !== 0 && String(given) !== new URL(record.url).port)
      throw new UsageError(`--port: the service of ${dataDir} is running at ${record.url} already`, {
        hint: 'Leave --port out, or stop that service first.',
        next: `${command} service stop`,
      });
    session.note(`The service is running at ${record.url}.`);
    return record.url;
  }
  const port = given ?? (await freePort(portOf({}, dataDir, session.env), '127.0.0.1'));
  const anyPort = `${command} quickstart --port 0`;
  const progress = session.progress('Starting the service');
  const starting = runInBackground(session.env, dataDir, { port }, anyPort);
  const started = await starting.finally(() => progress.stop());
  session.note(
    `Started the service at ${started.url}. It runs in the background; to stop it: ${command} service stop`,
  );
  return started.url;
}
