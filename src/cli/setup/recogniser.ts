/** The default recogniser of speech, where nothing on this machine can hear. */
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../media/files.ts';
import { CliError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { loadService } from '../local/opening/door.ts';
import { forFolder } from '../local/opening/refusals.ts';
import { dataFolderOf, type ServeFlags } from '../local/service/serve.ts';
import { serviceStatus } from '../local/service/status.ts';
import type { Session } from '../model/session.ts';
import { formatBytes } from '../output/format.ts';
import { preferredModel } from './install.ts';

/** What quickstart wants. */
interface Wanted {
  readonly dataDir: string;
  /** As --from of vau setup. */
  readonly from?: string | undefined;
}

/**
 * Fetches the default recogniser if nothing can hear. Goes on without it, and says why, where the registry cannot be reached.
 * @throws CliError if what was fetched is refused, or `from` does not have it
 */
export async function ensureRecogniser(session: Session, { dataDir, from }: Wanted): Promise<void> {
  if (!(await isDeaf(dataDir))) return;
  const { bytes, bring } = await preferredModel(session, 'speech', { dataDir, from });
  session.note(
    `Nothing recognises speech here yet. Fetching a recogniser of English (${formatBytes(bytes)}).`,
  );
  try {
    await bring();
  } catch (error) {
    if (from !== undefined || !isOutOfReach(error)) throw error;
    session.note(notFetched(error));
  }
}

/**
 * Before a service starts: says that nothing can hear, if that is so. Offers to fetch the default recogniser on a terminal, until the answer was no
 * once. Never fails where it cannot be fetched: the service does the rest without it.
 */
export async function offerRecogniser(session: Session, flags: ServeFlags): Promise<void> {
  const dataDir = dataFolderOf(flags, session.env);
  // Without workers here, others recognise speech; a service that runs is not started.
  if (flags.workers === 0 || (await serviceStatus(dataDir)).state !== 'stopped') return;
  if (!(await isDeaf(dataDir))) return;
  const { bytes, bring } = await preferredModel(session, 'speech', { dataDir });
  const size = formatBytes(bytes);
  const lacking = 'Nothing recognises speech on this machine: files without subtitles get no transcript';
  const bringing = forFolder('vau setup speech', flags.dataDir);
  const declined = declinedIn(dataDir);
  const before = await stat(declined).catch(() => undefined);
  if (!session.interactive || before) {
    session.note(`${lacking}. To fetch a recogniser of English (${size}): ${bringing}`);
    return;
  }
  const prompts = await session.prompts();
  if (!(await prompts.confirm(`${lacking}. Fetch a recogniser of English (${size})?`, true))) {
    makeFolder(path.dirname(declined), 0o700);
    await writeFile(declined, '', { mode: 0o600 });
    session.note(`You are not asked again. To fetch it later: ${bringing}`);
    return;
  }
  try {
    await bring();
  } catch (error) {
    session.signal.throwIfAborted();
    if (!(error instanceof CliError)) throw error;
    session.note(`${notFetched(error)} To fetch it later: ${bringing}`);
  }
}

/** There after a no. */
const declinedIn = (dataDir: string): string => path.join(dataDir, 'models', 'speech-declined');

/** Whether nothing can hear, and the settings allow the default recogniser. Settings that are refused are not its matter. */
async function isDeaf(dataDir: string): Promise<boolean> {
  const { hearingState } = await loadService();
  const { ready, wanted } = await hearingState(dataDir).catch(() => ({ ready: 'unknown', wanted: false }));
  return ready === undefined && wanted;
}

const isOutOfReach = (error: unknown): error is CliError =>
  error instanceof CliError && error.failure.exitStatus === exit.network;

/** Why there is none, in a line. */
const notFetched = ({ message }: CliError): string =>
  `Going on without a recogniser of speech: ${message.replace(/\.$/, '')}. On a closed network, --from FOLDER brings it.`;
