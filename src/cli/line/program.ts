/** Builds commander's tree from the command model, and makes the words for it. */
import { Command as Commander, Option } from 'commander';
import { modules } from '../commands/index.ts';
import { commandNames, entryOf, nounOf } from '../model/catalogue/catalogue.ts';
import { commonFlags } from '../model/flags/common-flags.ts';
import type { Command, Flags } from '../model/model.ts';
import type { Value } from '../model/values.ts';
import { kebab } from '../model/values.ts';
import type { Typed } from '../run/input.ts';
import type { Io } from '../terminal/io.ts';
import { commandHelp, nounHelp, overview } from './help.ts';

/** Marks a word that only looks like a flag; no word of a command line can have it. */
const MARK = '\0';

/** The words for commander, which takes for a flag what begins with two dashes: a text such as SQL may begin with a comment. */
export function withTexts(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.map((word, index) => {
    const isText = /^--(?![a-z][a-z-]*(?:=|$))/.test(word) && /\s/.test(word);
    return isText && (end < 0 || index < end) ? MARK + word : word;
  });
}

const textOf = (word: string): string => (word.startsWith(MARK) ? word.slice(MARK.length) : word);

/** Called with the chosen command and its input. */
export type Run = (command: Command, typed: Typed, common: Typed['flags']) => Promise<void>;

/**
 * The tree for one command line. Only the noun that was typed gets flags and arguments, so only its module is
 * loaded.
 */
export async function buildProgram(argv: readonly string[], io: Io, run: Run): Promise<Commander> {
  const root = rootFor(io);
  const typed = nounIn(argv);
  const nouns = new Set(commandNames.map(nounOf));
  if (typed !== undefined && nouns.has(typed)) await addNoun(root, typed, run);
  else for (const noun of nouns) addStub(root, noun);
  return root;
}

/** The common flags of a line that has no command; other words on it mean nothing. */
export const flagsAlone = (argv: readonly string[], io: Io): Typed['flags'] =>
  rootFor(io).allowExcessArguments().parse(argv, { from: 'user' }).opts();

function rootFor(io: Io): Commander {
  const root = new Commander('vau').helpCommand(false).exitOverride().showSuggestionAfterError(false);
  root.configureOutput({ writeOut: io.out, writeErr: () => {}, outputError: () => {} });
  root.helpOption('-h, --help').helpInformation = overview;
  addFlags(root, commonFlags);
  return root;
}

/** The first word that is neither a flag nor the value of a flag: the noun. */
export function nounIn(argv: readonly string[]): string | undefined {
  const takesValue = new Set(
    Object.entries<Value>(commonFlags).flatMap(([name, { short, kind }]) =>
      kind === 'switch' ? [] : [`--${kebab(name)}`, ...(short ? [`-${short}`] : [])],
    ),
  );
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (takesValue.has(word)) index += 1;
    else if (!word.startsWith('-')) return word;
  }
  return undefined;
}

/**
 * Rewrites `help file get`, `--help file get` and `file help` for commander. Drops the help flag of an
 * unknown command, so that commander reports the unknown command.
 */
export function helpLast(typed: readonly string[]): readonly string[] {
  const names: readonly string[] = commandNames;
  const verbsOf = (noun: string) => names.filter((name) => name.startsWith(`${noun} `));
  const [first = '', ...rest] = typed;
  if (isHelpFlag(first) || first === 'help') {
    const [noun = '', verb] = rest;
    const known = verb === undefined || verb.startsWith('-') || names.includes(`${noun} ${verb}`);
    return known || verbsOf(noun).length === 0 ? helpWhere([...rest, '--help']) : rest;
  }
  if (rest.length === 1 && rest[0] === 'help' && verbsOf(first).length > 0) return [first, '--help'];
  return helpWhere(typed);
}

/** The verb that a noun alone stands for, and whether on a terminal only. */
const verbAlone: Readonly<Record<string, { readonly verb: string; readonly asks?: true }>> = {
  chat: { verb: 'ask', asks: true },
  setup: { verb: 'show' },
};

/** Completes `vau setup`, and on a terminal `vau chat`, a conversation; with or without flags. */
export function withVerb(argv: readonly string[], { terminal }: Io): readonly string[] {
  const noun = nounIn(argv) ?? '';
  const { verb, asks = false } = Object.hasOwn(verbAlone, noun) ? (verbAlone[noun] ?? {}) : {};
  if (verb === undefined || (asks && !(terminal.in && terminal.err))) return argv;
  const at = argv.indexOf(noun) + 1;
  const next = argv[at];
  if (next !== undefined && (!next.startsWith('-') || argv.some(isHelpFlag))) return argv;
  return [...argv.slice(0, at), verb, ...argv.slice(at)];
}

function helpWhere(argv: readonly string[]): readonly string[] {
  const noun = nounIn(argv);
  const known = noun === undefined || commandNames.some((name) => nounOf(name) === noun);
  return known ? argv : argv.filter((word) => !isHelpFlag(word));
}

const isHelpFlag = (word: string): boolean => word === '--help' || word === '-h';

/** A noun while none of them was typed: its name only. */
function addStub(root: Commander, noun: string): void {
  root.command(noun).helpInformation = () => nounHelp(noun);
}

async function addNoun(root: Commander, noun: string, run: Run): Promise<void> {
  const module = await modules[noun]?.();
  if (!module) return addStub(root, noun);
  const [only] = module.commands;
  if (only?.name === noun) return addCommand(root, noun, only, run);
  const parent = root.command(noun).helpCommand(false);
  parent.helpInformation = () => nounHelp(noun);
  for (const command of module.commands)
    addCommand(parent, command.name.slice(noun.length + 1), command, run);
}

function addCommand(parent: Commander, name: string, command: Command, run: Run): void {
  const leaf = parent.command(name).description(entryOf(command.name).summary);
  leaf.helpInformation = () => commandHelp(command);
  // All arguments are optional for commander: vau asks for missing ones on a terminal, and otherwise refuses
  // (run/ask/).
  for (const [key, { value }] of Object.entries(command.arguments))
    leaf.argument(`[${kebab(key)}${value.repeated ? '...' : ''}]`, value.help);
  addFlags(leaf, command.flags);
  const count = Object.keys(command.arguments).length;
  leaf.action(async (...given: unknown[]) => {
    const words = (given.slice(0, count) as Typed['words']).map((word) =>
      typeof word === 'string' ? textOf(word) : word?.map(textOf),
    );
    await run(command, { words, flags: leaf.opts() }, leaf.optsWithGlobals());
  });
}

function addFlags(target: Commander, flags: Flags): void {
  for (const [name, value] of Object.entries(flags)) {
    target.addOption(optionFor(name, value));
    if (value.negatable) target.addOption(new Option(`--no-${kebab(name)}`));
  }
}

function optionFor(name: string, value: Value): Option {
  const form = `${value.short ? `-${value.short}, ` : ''}--${kebab(name)}${value.kind === 'switch' ? '' : ' <value>'}`;
  const option = new Option(form, value.help);
  if (value.repeated)
    option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), textOf(text)]);
  else if (value.kind !== 'switch') option.argParser(textOf);
  return option;
}
