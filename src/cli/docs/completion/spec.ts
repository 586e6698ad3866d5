/**
 * Completions of shells: the command model comes in; the words, flags and values of every command go out as data
 * (here), and from it a script for bash, zsh, fish and PowerShell.
 */

import { entryOf, nounOf } from '../../model/catalogue/catalogue.ts';
import { commonFlags } from '../../model/flags/common-flags.ts';
import type { Command } from '../../model/model.ts';
import type { Value } from '../../model/values.ts';
import { kebab } from '../../model/values.ts';

/** How to complete a value: one of these words, a file, a folder, @FILE, a name that the last list had, or not at all. */
export type Candidates =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | {
      readonly kind: 'files' | 'folders' | 'at-files' | 'profiles' | 'collections' | 'stored-files' | 'free';
    };

export interface FlagSpec {
  /** All forms: -o, --output; --active, --no-active. */
  readonly forms: readonly string[];
  readonly help: string;
  /** Undefined for a switch. */
  readonly value?: Candidates;
  readonly repeated: boolean;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly value: Candidates;
  readonly repeated: boolean;
  readonly optional: boolean;
}

export interface CommandSpec {
  /** `share create` */
  readonly name: string;
  readonly noun: string;
  /** Empty for a command of one word. */
  readonly verb: string;
  readonly summary: string;
  readonly flags: readonly FlagSpec[];
  readonly arguments: readonly ArgumentSpec[];
}

export interface NounSpec {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandSpec[];
  /** True when the noun is the whole command. */
  readonly alone: boolean;
}

export interface Spec {
  readonly nouns: readonly NounSpec[];
  readonly commands: readonly CommandSpec[];
  /** Flags of every command. */
  readonly common: readonly FlagSpec[];
}

/** The commands as completions see them. */
export function specOf(commands: readonly Command[]): Spec {
  const specs = commands.map(commandSpec);
  const nouns = [...new Set(specs.map(({ noun }) => noun))].map((name) =>
    nounSpec(
      name,
      specs.filter(({ noun }) => noun === name),
    ),
  );
  return { nouns, commands: specs, common: [...Object.entries(commonFlags).map(flagSpec), help] };
}

const help: FlagSpec = { forms: ['-h', '--help'], help: 'Help', repeated: false };

function nounSpec(name: string, commands: readonly CommandSpec[]): NounSpec {
  const whole = commands.find((command) => command.name === name);
  const summary = whole?.summary ?? commands.map(({ verb }) => verb).join(', ');
  return { name, summary, commands, alone: whole !== undefined };
}

function commandSpec(command: Command): CommandSpec {
  const noun = nounOf(command.name);
  return {
    name: command.name,
    noun,
    verb: command.name.slice(noun.length + 1),
    summary: entryOf(command.name).summary,
    flags: Object.entries(command.flags).map(flagSpec),
    arguments: Object.entries(command.arguments).map(([name, { value, optional }]) => ({
      name: kebab(name),
      value: candidatesOf(name, value),
      repeated: value.repeated === true,
      optional: optional === true,
    })),
  };
}

function flagSpec([name, value]: readonly [string, Value]): FlagSpec {
  const long = kebab(name);
  const forms = [
    ...(value.short ? [`-${value.short}`] : []),
    `--${long}`,
    ...(value.negatable ? [`--no-${long}`] : []),
  ];
  const common = { forms, help: value.help, repeated: value.repeated === true };
  return value.kind === 'switch' ? common : { ...common, value: candidatesOf(name, value) };
}

function candidatesOf(name: string, { kind, choices, placeholder }: Value): Candidates {
  if (choices) return { kind: 'words', words: choices };
  if (name === 'profile') return { kind: 'profiles' };
  if (name === 'collectionId' || name === 'collection') return { kind: 'collections' };
  if (name === 'fileId') return { kind: 'stored-files' };
  if (kind === 'path') return { kind: /FOLDER|DIR/.test(placeholder) ? 'folders' : 'files' };
  if (kind === 'document' || kind === 'picture') return { kind: 'files' };
  if (kind === 'json' || kind === 'object' || kind === 'prose') return { kind: 'at-files' };
  return { kind: 'free' };
}

/** Flags of a command that take a value, in every form, with those of every command. */
export function takingValues({ flags }: CommandSpec, common: readonly FlagSpec[]): string[] {
  return [...flags, ...common].filter(({ value }) => value).flatMap(({ forms }) => forms);
}

/**
 * A sed program that prints the profile names in config.json, one per line. It needs the layout that vau
 * writes, with tabs and one field per line; a file edited by hand may give none.
 */
export const profileSed = String.raw`/^	"profiles": {$/,/^	}/s/^		"\([^"\\]*\)": {.*/\1/p`;
