import type { ExtractSchema } from '../../../../contract/index.ts';
import { wordsOf } from '../kinds.ts';
import type { Thing } from '../things.ts';
import { scalarOf } from './scalar.ts';

const OWNER = new Set(['owner', 'assignee', 'assigned', 'who', 'person', 'responsible', 'name']);
const TASK = new Set(['task', 'todo', 'what', 'action', 'description', 'text', 'title', 'item']);
const DUE = new Set(['deadline', 'due', 'when', 'date', 'day']);

/** How to get a property of an action item from its thing, by the property's name; undefined for other names. */
export function taskTake(
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
