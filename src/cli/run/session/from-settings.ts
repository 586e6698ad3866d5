/** What a line may leave out where VAU_COLLECTION, VAU_CRITERIA or vau.yaml say it: the collection, the folder of criteria. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { outlineOf } from '../../../contract/operations/outline.ts';
import { entryOf } from '../../model/catalogue/catalogue.ts';
import type { Command } from '../../model/model.ts';
import type { Session } from '../../model/session.ts';
import type { Typed } from '../input.ts';

/** Flags that say where to search instead of a collection, or that hold the whole request. */
const instead = ['file', 'everything', 'from'];

/**
 * The line with the collection that the settings name, if it needs one and has none; a note says which. What deletes or
 * changes a collection is always told which one.
 */
export async function fromSettings(session: Session, command: Command, typed: Typed): Promise<Typed> {
  const filled = await withCollection(session, command, typed);
  return command.name === 'moment-criteria attach' ? withCriterion(session, filled) : filled;
}

async function withCollection(session: Session, command: Command, typed: Typed): Promise<Typed> {
  const place = await placeIn(command, typed);
  if (!place) return typed;
  const { value, where } = (await session.settings()).collection;
  if (value === undefined) return typed;
  session.note(`In collection ${value} (${where})`);
  if (place === 'word') return { ...typed, words: [value, ...typed.words.slice(1)] };
  return { ...typed, flags: { ...typed.flags, collection: [value] } };
}

/** Where the collection of a line is missing. */
async function placeIn(
  { name, arguments: names, flags: own }: Command,
  { words, flags }: Typed,
): Promise<'word' | 'flag' | undefined> {
  const { operation } = entryOf(name);
  if (operation && ['DELETE', 'PUT'].includes((await outlineOf(operation)).method)) return undefined;
  if (Object.keys(names)[0] === 'collectionId') {
    const isEmpty = words.every((word) => word === undefined || word.length === 0);
    const isLocal = flags.check === true && flags.estimate !== true;
    return isEmpty && flags.from === undefined && !isLocal ? 'word' : undefined;
  }
  if (!own.collection?.repeated || flags.collection !== undefined) return undefined;
  return instead.every((flag) => flags[flag] === undefined) ? 'flag' : undefined;
}

/** The line with the file of the criterion in the folder of criteria, if it is not where it was said to be. */
async function withCriterion(session: Session, typed: Typed): Promise<Typed> {
  const { file } = typed.flags;
  if (typeof file !== 'string' || file === '-' || path.isAbsolute(file) || existsSync(file)) return typed;
  const folder = (await session.settings()).criteria.value;
  const there = folder === undefined ? undefined : path.join(folder, file);
  return there && existsSync(there) ? { ...typed, flags: { ...typed.flags, file: there } } : typed;
}
