/** What has to be there before the tour: an ffmpeg, a running service, and a client of it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError, type Client } from '../../client/index.ts';
import { configFile, readDocument } from '../../config/index.ts';
import { CliError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { ensureFfmpeg } from '../local/ffmpeg.ts';
import { packageFolder } from '../local/launcher.ts';
import { defaultPort, freePort } from '../local/port.ts';
import { profileOf, servedFolder } from '../local/profile.ts';
import { runInBackground } from '../local/service-actions.ts';
import { serviceStatus } from '../local/status.ts';
import type { Session } from '../model/session.ts';
import { connect } from '../run/session/connect.ts';

/** The film that ships with the package, and a question that suits it. */
export async function shippedFilm(): Promise<{ file: string; query: string }> {
  const folder = path.join(packageFolder(), 'assets');
  const { file } = JSON.parse(await readFile(path.join(folder, 'film.json'), 'utf8')) as { file: string };
  return { file: path.join(folder, file), query: 'When does the horn sound in the fog?' };
}

/**
 * A client of the embedded service, which is started in the background where it does not run yet, on another port
 * when the usual one is taken. It is called directly, never through a proxy.
 */
export async function ensureService(session: Session, dataDir: string): Promise<Client> {
  await ensureFfmpeg(session, dataDir);
  const url = await ensureRunning(session, dataDir);
  const { document } = readDocument(configFile(session.env));
  const name = profileOf(document, servedFolder(dataDir, session.env));
  const client = await connect(session, url, document.profiles?.[name]?.token, { direct: true });
  try {
    await client.call('file.list', { query: { limit: 1 } }, { signal: session.signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    const message = `The service at ${url} does not take the token of the profile ${name}: ${error.message}`;
    throw new CliError(message, exit.signIn, 'sign_in', {
      ...{ status: error.status, requestId: error.requestId },
      hint: 'Stop and start the service: it makes a new token where the profile has none that works.',
      next: 'vau service stop',
    });
  }
  return client;
}

async function ensureRunning(session: Session, dataDir: string): Promise<string> {
  const { state, record } = await serviceStatus(dataDir);
  if (state === 'running') {
    session.note(`The service runs at ${record.url}.`);
    return record.url;
  }
  const port = await freePort(defaultPort, '127.0.0.1');
  const progress = session.progress('Starting the service');
  const started = await runInBackground(session.env, dataDir, { port }).finally(() => progress.stop());
  session.note(
    `Started the service at ${started.url}; it goes on in the background. vau service stop ends it.`,
  );
  return started.url;
}
