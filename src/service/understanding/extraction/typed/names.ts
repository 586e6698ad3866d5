import nlp from 'compromise';
import type { EntityType, Mention, Passage } from '../types.ts';

const ORGANIZATION =
  /\b(?:[A-Z][\p{L}&.'-]*\s+){1,5}(?:Inc|Ltd|LLC|GmbH|AG|Corp|Corporation|Company|PLC|plc|Group|Holdings|University|Institute|Foundation|Bank|Museum|Association|Agency|Council|Ministry|Commission)\b\.?/gu;
/** At the ends of what was found. */
const AROUND = /^[\s"'“”‘’([]+|[\s"'“”‘’)\].,;:!?…-]+$/gu;
const TITLES = /^(?:mr|mrs|ms|miss|dr|prof|professor|sir|captain|president|the)\.?$/i;

interface Part {
  readonly text: string;
  readonly offset?: { readonly start: number; readonly length: number };
}

/** People, places and organizations in a passage. Names are capitals in writing; where there are none, two words. */
export function namesIn(passage: Passage): Mention[] {
  const doc = nlp(passage.text);
  const parts = (view: { json(options: object): Part[] }) => view.json({ offset: true });
  const found: Mention[] = [];
  const add = (type: EntityType, text: string, from: number) => {
    const to = from + text.length;
    if (
      !isName(text, passage.text) ||
      found.some((one) => from < one.from + one.text.length && to > one.from)
    )
      return;
    found.push({ type, text, key: keyOf(type, text), passage, from });
  };
  for (const { 0: text, index } of passage.text.matchAll(ORGANIZATION))
    addTrimmed(add, 'organizations', text, index);
  for (const [type, view] of [
    ['organizations', doc.organizations()],
    ['people', doc.people()],
    ['places', doc.places()],
  ] as const)
    for (const { text, offset } of parts(view))
      addTrimmed(add, type, text, offset?.start ?? -1, passage.text);
  if (passage.speaker !== undefined && isSpeakerName(passage.speaker)) {
    const name = passage.speaker;
    found.push({ type: 'people', text: name, key: keyOf('people', name), passage, from: -1 });
    found.push({ type: 'speakers', text: name, key: name.toLowerCase(), passage, from: -1 });
  }
  return found;
}

type Add = (type: EntityType, text: string, from: number) => void;

/** Without what stands around a name; a list of places is several. */
function addTrimmed(add: Add, type: EntityType, text: string, from: number, whole?: string): void {
  if (from < 0) return;
  let at = from;
  for (const piece of type === 'organizations' ? [text] : text.split(/(?<=,)/)) {
    const lead = /^[\s"'“”‘’([]*/.exec(piece)?.[0].length ?? 0;
    const bare = piece
      .replace(AROUND, '')
      .replace(/['’]s$/, '')
      .replace(/^(?:the|a)\s+(?=[A-Z])/, '');
    const start = whole === undefined ? at + lead : whole.indexOf(bare, at);
    if (bare && start >= 0) add(type, bare, start);
    at += piece.length;
  }
}

function isName(text: string, whole: string): boolean {
  if (!/\p{L}{2}/u.test(text) || TITLES.test(text) || text.length > 80) return false;
  const written = /\p{Lu}/u.test(whole) && /\p{Ll}/u.test(whole);
  return written ? /^\p{Lu}|\s\p{Lu}/u.test(text) : text.trim().split(/\s+/).length > 1;
}

/** Labels such as `Speaker 2` name nobody. */
function isSpeakerName(label: string): boolean {
  return (
    /\p{L}{2}/u.test(label) &&
    !/\d/.test(label) &&
    !/^(?:speaker|unknown|narrator|voice|host|guest)\b/i.test(label)
  );
}

/** Case, points and titles make no other person. */
function keyOf(type: EntityType, text: string): string {
  const plain = text.toLowerCase().replace(/[.,]/g, '').replace(/\s+/g, ' ');
  return type === 'people' ? plain.replace(/^(?:mr|mrs|ms|miss|dr|prof|professor|sir)\s+/, '') : plain;
}
