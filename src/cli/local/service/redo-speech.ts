/** Files of a running service whose speech something better would recognise now. */
import { type Client, everyItem } from '../../../client/index.ts';
import { configFile, readDocument } from '../../../config/index.ts';
import type { Collection, RedoEstimate } from '../../../contract/index.ts';
import { limits } from '../../../contract/values/limits.ts';
import { durationOf } from '../../model/redo-words.ts';
import type { Session } from '../../model/session.ts';
import { connect } from '../../run/session/connect.ts';
import { shellWord } from '../../terminal/shell-word.ts';
import { profileOf, servedFolder } from './profile.ts';
import { serviceStatus } from './status.ts';

/** What looking may take, in milliseconds: it is only a hint. */
const LOOK_MS = 5_000;

/** Collections whose commands are shown. */
const MOST_SHOWN = 3;

/** A collection with such files. */
interface Outdated {
  readonly collection: Collection;
  readonly files: number;
  /** Undefined if it is not known. */
  readonly seconds: number | undefined;
  readonly by: string;
}

/** Says in a line which speech can be recognised better now, how long that takes, and by which commands. */
export async function noteOutdatedSpeech(session: Session, dataDir: string): Promise<void> {
  await withOutdated(session, dataDir, async (_, found) => session.note(inWords(found)));
}

/** The same, and on a terminal starts it after a question. */
export async function offerRedoOfSpeech(session: Session, dataDir: string): Promise<void> {
  await withOutdated(session, dataDir, async (client, found) => {
    if (!session.interactive) return session.note(inWords(found));
    const prompts = await session.prompts();
    if (!(await prompts.confirm(`${inWords(found)} Start it now?`, true))) return;
    for (const { collection } of found) {
      const request = { params: { collection_id: collection.id }, body: speech };
      const { redo_id } = await client.call('redo.collection', request, { signal: session.signal });
      session.note(`Started for ${collection.name}. To wait for it: vau wait redo ${redo_id}`);
    }
  });
}

const speech = { modalities: ['speech' as const] };

/** Does something with them, if there are any. Nothing is said of a service that is not running or does not answer in time. */
async function withOutdated(
  session: Session,
  dataDir: string,
  use: (client: Client, found: readonly Outdated[]) => Promise<void>,
): Promise<void> {
  const { state, record } = await serviceStatus(dataDir);
  if (state !== 'running') return;
  const { document } = readDocument(configFile(session.env));
  const token = document.profiles?.[profileOf(document, servedFolder(dataDir, session.env))]?.token;
  const client = await connect(session, record.url, token, { direct: true });
  try {
    const found = await lookFor(client, AbortSignal.timeout(LOOK_MS)).catch(() => []);
    if (found.length > 0) await use(client, found);
  } finally {
    await client.close();
  }
}

async function lookFor(client: Client, signal: AbortSignal): Promise<Outdated[]> {
  const found: Outdated[] = [];
  const query = { limit: limits.pageMaximum };
  for await (const item of everyItem(client, 'collection.list', { query }, signal)) {
    const collection = item as Collection;
    const request = { params: { collection_id: collection.id }, body: speech };
    const [part] = (await client.call('redo.estimate', request, { signal })).modalities;
    const files = part ? betterIn(part) : 0;
    if (part && files > 0) found.push({ collection, files, seconds: part.seconds, by: part.made_by });
  }
  return found;
}

const betterIn = ({ replaces }: RedoEstimate['modalities'][number]): number =>
  replaces
    .filter(({ change, stays }) => change === 'better' && !stays)
    .reduce((sum, { files }) => sum + files, 0);

function inWords(found: readonly Outdated[]): string {
  const files = found.reduce((sum, one) => sum + one.files, 0);
  const seconds = found.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one.seconds === undefined ? undefined : sum + one.seconds),
    0,
  );
  const commands = found
    .slice(0, MOST_SHOWN)
    .map(({ collection }) => `vau describe redo --collection ${shellWord(collection.id)} --modality speech`);
  const more = found.length > MOST_SHOWN ? `, and ${found.length - MOST_SHOWN} more collections` : '';
  const of = `${files} ${files === 1 ? 'file' : 'files'}`;
  return `Speech of ${of} can be recognised better now, by ${found[0]?.by}; ${durationOf(seconds)}: ${commands.join(', then ')}${more}.`;
}
