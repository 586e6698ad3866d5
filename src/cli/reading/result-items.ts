/** What people see of one result: where it is, and the address that plays it. */
import { isSure } from '../../contract/index.ts';
import { at } from '../model/columns.ts';
import { clean } from '../terminal/clean.ts';

/** The results of an answer, one by one, each once; a group stands for the items in it. */
export function itemsIn(answer: unknown): readonly unknown[] {
  const results = at(answer, 'results');
  return Array.isArray(results) ? (results as readonly unknown[]).flatMap(itemsOf).filter(onlyNew()) : [];
}

/** Passes each item that says something new: a file and a segment of it may both be found by the same words. */
export function onlyNew(): (item: unknown) => boolean {
  const seen = new Set<string>();
  return (item) => {
    const said = textAt(item, 'context');
    if (said === undefined) return true;
    const key = JSON.stringify([textAt(item, 'file_id'), secondOf(item), said]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}

export function itemsOf(result: unknown): readonly unknown[] {
  const items = at(result, 'matched_items');
  return Array.isArray(items) ? items : [result];
}

/** Its words, marked where they were recognised and may be wrong; undefined without any. */
export function wordsIn(item: unknown): string | undefined {
  const said = textAt(item, 'context');
  const confidence = at(item, 'confidence');
  const sure = typeof confidence !== 'number' || isSure({ confidence });
  return said === undefined || sure ? said : `~ ${said}`;
}

/** The second at which it begins; undefined for a whole file. */
export function secondOf(item: unknown): number | undefined {
  const time = at(item, 'start_time') ?? at(item, 'timestamp');
  return typeof time === 'number' ? time : undefined;
}

/** The name of its file, else the file's id. */
export const nameOf = (item: unknown): string =>
  textAt(item, 'filename') ?? textAt(item, 'title') ?? textAt(item, 'file_id') ?? '';

/** The address that plays its film from that second; undefined if the service gives none. */
export function addressOf(item: unknown): string | undefined {
  const url = at(item, 'media_url');
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const address = new URL(url);
  if (!/^https?:$/.test(address.protocol)) return undefined;
  const second = secondOf(item);
  if (second !== undefined) address.hash = `t=${second}`;
  return address.href;
}

/** A text of it, safe for a terminal; undefined if it is empty. */
export function textAt(item: unknown, field: string): string | undefined {
  const value = at(item, field);
  return typeof value === 'string' && value !== '' ? clean(value) : undefined;
}
