/** Prepares the tour: ffmpeg, a running service, and a client for it. */
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

/** The film that ships with the package, and a matching question. */
export async function shippedFilm(): Promise<{ file: string; query: string }> {
  const folder = path.join(packageFolder(), 'assets');
  const { file } = JSON.parse(await readFile(path.join(folder, 'film.json'), 'utf8')) as { file: string };
  return { file: path.join(folder, file), query: 'When does the horn sound in the fog?' };
}

/**
 * A client of the embedded service. Starts the service in the background if needed, on another port if the
 * default one is taken. Never uses a proxy.
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
    const message = `The service at ${url} rejects the token of profile ${name}: ${error.message}`;
    throw new CliError(message, exit.signIn, 'sign_in', {
      ...{ status: error.status, requestId: error.requestId },
      hint: 'Restart the service: it creates a new token when the profile has no valid one.',
      next: 'vau service stop',
    });
  }
  return client;
}

async function ensureRunning(session: Session, dataDir: string): Promise<string> {
  const { state, record } = await serviceStatus(dataDir);
  if (state === 'running') {
    session.note(`The service is running at ${record.url}.`);
    return record.url;
  }
  const port = await freePort(defaultPort, '127.0.0.1');
  const progress = session.progress('Starting the service');
  const started = await runInBackground(session.env, dataDir, { port }).finally(() => progress.stop());
  session.note(
    `Started the service at ${started.url}. It runs in the background; to stop it: vau service stop`,
  );
  return started.url;
}
