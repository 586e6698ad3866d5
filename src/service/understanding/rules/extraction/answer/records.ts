import type { ExtractSchema } from '../../../../../contract/index.ts';
import { clock } from '../../../../text/timestamps.ts';
import { wordsOf } from '../kinds.ts';
import { typeOf } from '../schema-types.ts';
import { quoteOf, type Thing } from '../things.ts';
import type { Entities } from '../types.ts';
import { kindFor, scalarOf } from './scalar.ts';

const OWNER = new Set(['owner', 'assignee', 'assigned', 'who', 'person', 'responsible', 'name']);
const TASK = new Set(['task', 'todo', 'what', 'action', 'description', 'text', 'title', 'item']);
const DUE = new Set(['deadline', 'due', 'when', 'date', 'day']);

/** How to get a property of an action item from its thing, by the property's name; undefined for other names. */
function taskTake(
  name: string,
  schema: ExtractSchema,
): { main: boolean; take: (thing: Thing) => unknown } | undefined {
  const words = wordsOf(name);
  const says = (known: ReadonlySet<string>) => words.some((word) => known.has(word));
  if (says(DUE)) return { main: false, take: (thing) => dueOf(thing, schema) };
  if (schema.format) return undefined;
  if (says(OWNER)) return { main: false, take: ({ task }) => task?.owner };
  return says(TASK) ? { main: true, take: ({ task }) => task?.text } : undefined;
}

function dueOf({ task, mentions }: Thing, schema: ExtractSchema): unknown {
  return task?.due && scalarOf({ type: 'dates', ...task.due, mentions }, schema);
}

const MAIN = new Set([
  'name',
  'text',
  'value',
  'title',
  'label',
  'full',
  'entity',
  'term',
  'address',
  'number',
  'amount',
]);
const QUOTE = new Set(['quote', 'context', 'sentence', 'excerpt', 'mention']);
const START = new Set(['start', 'timestamp', 'time', 'seconds']);

/** How to get each property of an object from a thing; undefined if the thing does not have it. */
type Take = (thing: Thing) => unknown;

/**
 * How to build the objects of an array from things of one type: which properties a thing can answer. A property is the
 * thing itself (by its type, or a name such as `name`), its value or unit, or where it was said.
 */
export function recordTakes(properties: NonNullable<ExtractSchema['properties']>, type: Thing['type']) {
  const takes = new Map<string, Take>();
  const left: string[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const take = takeOf(name, schema, type);
    if (take) takes.set(name, take.take);
    else left.push(name);
  }
  const main = Object.entries(properties).some(([name, schema]) => takeOf(name, schema, type)?.main);
  return { takes, left, main };
}

function takeOf(
  name: string,
  schema: ExtractSchema,
  type: Thing['type'],
): { main: boolean; take: Take } | undefined {
  // Only a reader could tell which enum value applies to this thing.
  if (schema.enum) return undefined;
  if (type === 'action_items' && typeOf(schema) === 'string') {
    const own = taskTake(name, schema);
    if (own) return own;
  }
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const wanted = typeOf(schema);
  const numeric = wanted === 'number' || wanted === 'integer';
  const amount = type === 'money' || type === 'quantities' || type === 'percentages';
  const kind = kindFor(name, schema);
  if (!numeric && wanted !== 'string') return undefined;
  if (kind === type || (kind === undefined && words.every((word) => MAIN.has(word))))
    return { main: true, take: (thing) => scalarOf(thing, schema) };
  if (amount && numeric && (MAIN.has(last) || kind === 'money'))
    return { main: true, take: (thing) => scalarOf(thing, schema) };
  if (wanted === 'string' && (last === 'unit' || (last === 'currency' && type === 'money')))
    return amount ? { main: false, take: ({ unit }) => unit } : undefined;
  if (wanted === 'string' && QUOTE.has(last))
    return { main: false, take: ({ mentions: [{ passage }] }) => passage.text };
  if (wanted === 'string' && last === 'speaker')
    return { main: false, take: ({ mentions: [{ passage }] }) => passage.speaker };
  if (wanted === 'integer' && (last === 'count' || last === 'mentions' || last === 'occurrences'))
    return { main: false, take: ({ mentions }) => mentions.length };
  const end = words.includes('end');
  if (!end && !words.some((word) => START.has(word))) return undefined;
  const seconds: Take = ({ mentions: [{ passage, from, text }] }) =>
    quoteOf('', passage, from, text.length)[end ? 'end_time' : 'start_time'];
  if (wanted === 'number') return { main: false, take: seconds };
  const written: Take = (thing) => {
    const at = seconds(thing);
    return typeof at === 'number' ? clock(at) : undefined;
  };
  return wanted === 'string' && !schema.format ? { main: false, take: written } : undefined;
}

/** The object of one thing, without unknown properties. */
export function recordOf(thing: Thing, takes: ReadonlyMap<string, Take>): Entities {
  const taken = [...takes].map(([name, take]) => [name, take(thing)] as const);
  return Object.fromEntries(taken.filter(([, value]) => value !== undefined));
}
