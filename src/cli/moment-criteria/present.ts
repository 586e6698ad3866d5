/** --if-absent: looks for the criterion in the collection. */
import type { Attachment } from '../../contract/resources/criterion.ts';
import { CliError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { differences } from './differences.ts';
import { criterionHash } from './hash.ts';

type Body = Readonly<Record<string, unknown>>;

/**
 * The attachment with the same name and content. @param body the attach body that would be sent @returns the
 * attachment as the service returns it; undefined when the name is free @throws CliError (exit 6) that names
 * the differences, when an attachment with this name has other content
 */
export async function presentAttachment(
  session: Session,
  collectionId: string,
  body: Body,
): Promise<unknown> {
  const client = await session.client();
  const parts = { params: { collection_id: collectionId } };
  const collection: unknown = await client.send('collection.get', parts, { signal: session.signal });
  const criteria = at(collection, 'moments_config.criteria');
  const name = at(body, 'criterion.name');
  const named = (Array.isArray(criteria) ? (criteria as Partial<Attachment>[]) : []).filter(
    (one) => one.criterion_name === name || one.criterion?.name === name,
  );
  const [first] = named;
  if (!first) return undefined;
  const compared = named.map((one) => ({ one, differing: differing(one, body) }));
  const same = compared.find(({ differing }) => differing.length === 0);
  if (!same) throw conflict(collectionId, String(name), first, compared[0]?.differing ?? []);
  session.note(`Criterion ${name} is already attached with the same content: nothing was sent`);
  return same.one;
}

function differing(there: Partial<Attachment>, body: Body): string[] {
  const { criterion, ...options } = body;
  const sameHash = there.criterion_hash === criterionHash(criterion);
  const found = differences(sameHash ? { options: there.options } : there, { criterion, options });
  if (sameHash || there.criterion) return found;
  return ['criterion (the service does not return it, and its hash differs)', ...found];
}

function conflict(
  collectionId: string,
  name: string,
  { attachment_id: id }: Partial<Attachment>,
  differing: readonly string[],
): CliError {
  return new CliError(
    `Criterion ${name} is already attached to this collection with other content: ${differing.join(', ')}`,
    exit.conflict,
    'conflict',
    {
      hint: `Attachment ${id ?? 'unknown'} was not changed. Rename your criterion, or detach the other one first.`,
      ...(id ? { next: `vau moment-criteria detach ${collectionId} ${id}` } : {}),
    },
  );
}
