import nlp from 'compromise';

/** Pattern source for a name, or for a team named by its work. */
export const OWNER = String.raw`(?:(?:Mr|Mrs|Ms|Dr)\.?\s)?\p{Lu}[\p{L}'-]+(?:\s\p{Lu}[\p{L}-]+){0,2}|[Tt]he\s(?:marketing|sales|finance|legal|design|development|engineering|product|support|IT|HR|operations|data|research|communications|accounting|procurement|quality|security|editorial|press|events?|web)\s(?:team|department)`;

/** One owner or several: `Anna`, `Tom, Ben and Anna`. */
export const OWNERS = `(?:(?:${OWNER})(?:,\\s(?:${OWNER}))*\\sand\\s)?(?:${OWNER})`;

const DAYS = /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow)$/i;

/** Whether these are people's names, so that they can own a task. `Berlin will` and `Congress will` are news. */
export function isOwner(names: string): boolean {
  return names.split(/,\s|\sand\s/).every(isPerson);
}

function isPerson(name: string): boolean {
  if (/^the\s/i.test(name)) return true;
  const doc = nlp(name);
  return doc.people().found && !doc.places().found && !doc.organizations().found;
}

/** Whether a word with a capital may be a name whose owner is not known otherwise: after `Action item:`. */
export function mayOwn(name: string): boolean {
  const doc = nlp(name);
  return isOwner(name) || !(doc.places().found || doc.organizations().found || DAYS.test(name));
}

/** Whether an owner may follow these words: after another name, it is one of several owners. */
export function opensClause(before: string): boolean {
  const last = /([\p{L}'-]+)[,;]?\s*(?:\b(?:and|but|so|then|that)\s*)?$/u.exec(before)?.[1];
  if (last === undefined || !/^\p{Lu}/u.test(last) || DAYS.test(last)) return true;
  return !/\s/.test(before.trim()) && !isOwner(last);
}
