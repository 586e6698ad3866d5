/** --if-absent: looks for the criterion in the collection. */

import { createHash } from 'node:crypto';
import { isRecord } from '../../contract/record.ts';
import type { Attachment } from '../../contract/resources/derived/criterion.ts';
import { canonicalJson } from '../../contract/schemas/criterion-rules.ts';
import { limits } from '../../contract/values/limits.ts';
import { CliError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import type { JsonObject } from '../model/values.ts';

/** The hash of a criterion: SHA-256 of its canonical JSON, in hexadecimal. The order of keys does not matter. */
export const criterionHash = (criterion: unknown): string =>
  createHash('sha256').update(canonicalJson(criterion), 'utf8').digest('hex');

// Compares two attachments of the same name. All functions are pure.

/** An attach body to send, or the one that a service returns. */
interface Content {
  readonly criterion?: unknown;
  readonly options?: unknown;
}

/**
 * Paths of the fields that differ, with short values: `criterion.scoring.max (10 there, 5 here)`. Skips what
 * the service does not return. Omitted options count as their defaults.
 */
function differences(there: Content, here: Content): string[] {
  return [
    ...(isRecord(there.criterion) ? compare(there.criterion, here.criterion, 'criterion') : []),
    ...(isRecord(there.options) ? compare(withDefaults(there.options), withDefaults(here.options), '') : []),
  ];
}

function withDefaults(options: unknown): JsonObject {
  const given = isRecord(options) ? withoutNull(options) : {};
  const { signals_required: signals = ['speech'], ...rest } = given;
  return {
    boundary_policy: 'sentence',
    min_duration_seconds: limits.minDurationDefaultSeconds,
    max_duration_seconds: limits.maxDurationDefaultSeconds,
    speaker_filter: {},
    ...rest,
    // Modalities are a set: their order does not matter.
    signals_required: Array.isArray(signals) ? [...new Set(signals)].sort() : signals,
  };
}

function compare(there: unknown, here: unknown, path: string): string[] {
  if (isRecord(there) && isRecord(here)) {
    const [a, b] = [withoutNull(there), withoutNull(here)];
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return names.flatMap((name) => compare(a[name], b[name], path ? `${path}.${name}` : name));
  }
  if (canonicalJson(there) === canonicalJson(here)) return [];
  const [left, right] = [short(there), short(here)];
  return [left && right ? `${path} (${left} there, ${right} here)` : path];
}

/** A field that is null equals one that is omitted. */
const withoutNull = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

function short(value: unknown): string | undefined {
  if (value === undefined) return 'none';
  const text = canonicalJson(value);
  return text.length <= 40 ? text : undefined;
}

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
