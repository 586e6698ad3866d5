/** What a running command has at hand. Everything heavy comes when it is first asked for. */
import type { Client } from '../../client/client.ts';
import type { Settings } from '../../config/settings.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Prompts } from '../terminal/prompts.ts';

/** The flags every command takes. */
export interface CommonFlags {
  readonly output?: OutputFormat | undefined;
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly color?: 'auto' | 'always' | 'never' | undefined;
  /** Dotted paths, separated by commas. */
  readonly fields?: string | undefined;
  /** A JMESPath expression. */
  readonly query?: string | undefined;
  /** Seconds. */
  readonly requestTimeout?: number | undefined;
  /** Seconds. */
  readonly totalTimeout?: number | undefined;
  readonly caFile?: string | undefined;
  readonly debug?: boolean | undefined;
}

export const outputFormats = ['table', 'json', 'ndjson', 'yaml', 'csv', 'tsv'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export interface Session {
  readonly io: Io;
  readonly env: NodeJS.ProcessEnv;
  readonly flags: CommonFlags;
  /** table unless -o says otherwise. */
  readonly output: OutputFormat;
  /** True when a person can be asked: standard input and standard error are terminals. */
  readonly interactive: boolean;
  /** Where each setting comes from: flag, environment, profile, default. */
  settings(): Promise<Settings>;
  /** A client for the chosen service. Throws a CliError that names the ways out when none is chosen. */
  client(): Promise<Client>;
  /** A spinner on a terminal, plain lines elsewhere, on standard error. Stop it before anything else is written. */
  progress(text: string): Progress;
  /** Questions on standard error. Throws a UsageError that names the flag when nobody can be asked. */
  prompts(): Promise<Prompts>;
  /** Closes the connections, where any were opened. */
  close(): Promise<void>;
  /** A line on standard error for a person: what happens, what to do next. */
  note(text: string): void;
  /** Aborted by Ctrl-C or SIGTERM, from the first time it is asked for; a second Ctrl-C kills. */
  readonly signal: AbortSignal;
}
