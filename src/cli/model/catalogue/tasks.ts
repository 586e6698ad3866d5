/** The tasks that help and manual group commands by. The compiler checks that every noun has one. */
import { type CommandName, commandNames, entryOf, nounOf } from './catalogue.ts';

export type Noun = CommandName extends infer Name
  ? Name extends `${infer First} ${string}`
    ? First
    : Name
  : never;

/** The tasks, in the order of help. */
export const tasks = {
  upload: 'Upload and organise media',
  analyse: 'Analyse media',
  ask: 'Search and ask',
  share: 'Share',
  automate: 'Automate',
  administer: 'Set up and administer',
} as const;
export type Task = keyof typeof tasks;

/** The task of each noun; nouns are shown in this order. */
const taskOf: Readonly<Record<Noun & string, Task>> = {
  file: 'upload',
  collection: 'upload',
  media: 'upload',
  tag: 'upload',
  segmentation: 'upload',
  segments: 'upload',
  frames: 'upload',
  watch: 'upload',
  probe: 'upload',
  describe: 'analyse',
  transcribe: 'analyse',
  transcript: 'analyse',
  extract: 'analyse',
  'media-description': 'analyse',
  'rich-transcript': 'analyse',
  entity: 'analyse',
  'face-detect': 'analyse',
  'face-match': 'analyse',
  'moment-criteria': 'analyse',
  moments: 'analyse',
  'find-moments': 'analyse',
  search: 'ask',
  'deep-search': 'ask',
  chat: 'ask',
  query: 'ask',
  open: 'share',
  share: 'share',
  clip: 'share',
  wait: 'automate',
  agent: 'automate',
  mcp: 'automate',
  webhook: 'automate',
  api: 'automate',
  commands: 'automate',
  schema: 'automate',
  quickstart: 'administer',
  serve: 'administer',
  worker: 'administer',
  service: 'administer',
  store: 'administer',
  setup: 'administer',
  doctor: 'administer',
  billing: 'administer',
  auth: 'administer',
  config: 'administer',
  completion: 'administer',
};

/** The nouns of a task, in the order of help. */
export const nounsOf = (task: Task): string[] =>
  Object.entries(taskOf).flatMap(([noun, of]) => (of === task ? [noun] : []));

/** Verbs that most nouns share, in the order of help; other verbs come first. */
const order = ['list', 'get', 'update', 'cancel', 'delete', 'remove'];

/** The commands of a noun, in the order of help. */
export function commandsOf(noun: string): CommandName[] {
  const rank = (name: string) => order.indexOf(name.slice(noun.length + 1));
  return commandNames.filter((name) => nounOf(name) === noun).sort((a, b) => rank(a) - rank(b));
}

/** Whether a command is one of the thirteen documented endpoints. */
export const isDocumented = (name: CommandName): boolean => entryOf(name).group === 'documented';
