/** Names in what `vau wait` waits for. */
import type { WaitTarget } from '../../client/wait/kinds.ts';
import { kindOfField } from '../../contract/values/names.ts';
import type { Session } from '../model/session.ts';
import { absent } from './absent.ts';
import { isName } from './may-be-name.ts';
import { idOf } from './with-ids.ts';

/**
 * The targets with ids in place of the names of files and collections. What looks like an id of some service is not
 * looked up, except a short id as tables show it. @throws UsageError when several resources fit; CliError (exit 5) for a
 * name that nobody has
 */
export async function targetsWithIds(
  session: Session,
  targets: readonly WaitTarget[],
): Promise<readonly WaitTarget[]> {
  const found: WaitTarget[] = [];
  for (const target of targets) {
    const params: Record<string, string> = { ...target.params };
    for (const [field, text] of Object.entries(target.params))
      params[field] = (await meant(session, field, text)) ?? text;
    found.push({ ...target, params });
  }
  return found;
}

async function meant(session: Session, field: string, text: string): Promise<string | undefined> {
  const kind = kindOfField(field);
  if (!kind || !isName(text) || (looksLikeId(text) && !isShortId(text))) return undefined;
  const client = await session.client();
  const id = await idOf({ session, client, strict: false, skip: () => false }, kind, text);
  if (id === undefined && !isShortId(text)) throw await absent(client, kind, text, session.signal);
  return id;
}

/** One word with a digit in it: file_12, f7. */
const looksLikeId = (text: string): boolean => /^[\w-]*\d[\w-]*$/.test(text);

/** The first eight digits of an id. */
const isShortId = (text: string): boolean => /^[0-9a-f]{8}$/i.test(text);
