/** The services of a running command. Heavy parts load on first use. */
import type { Client } from '../../client/client.ts';
import type { Settings } from '../../config/settings.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Prompts } from '../terminal/prompts.ts';

/** The flags that every command takes. */
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
  /** Seconds to wait for data from the service. */
  readonly requestTimeout?: number | undefined;
  /** Seconds that a request may take with all its retries. */
  readonly totalTimeout?: number | undefined;
  /** Show ids whole, every column and nothing cut, also on a terminal. */
  readonly wide?: boolean | undefined;
  /** Do not ask before a change; on commands that change something. */
  readonly yes?: boolean | undefined;
  readonly caFile?: string | undefined;
  readonly debug?: boolean | undefined;
}

export const outputFormats = ['table', 'json', 'ndjson', 'yaml', 'csv', 'tsv'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export interface Session {
  readonly io: Io;
  readonly env: NodeJS.ProcessEnv;
  readonly flags: CommonFlags;
  /** Output format; table unless -o sets another. */
  readonly output: OutputFormat;
  /** True when prompts are possible: standard input and standard error are terminals. */
  readonly interactive: boolean;
  /** The settings and their sources: flag, environment, profile, default. */
  settings(): Promise<Settings>;
  /** A client for the chosen service. Throws a CliError with a next step when none is chosen. */
  client(): Promise<Client>;
  /**
   * Asks before a change where the profile asks for that (confirm always); once for a command. The client asks too, but
   * a command that shows progress asks first.
   * @returns whether the user was asked, and agreed
   * @throws UsageError without a terminal; LocalError when the answer is no
   */
  beforeChange(): Promise<boolean>;
  /** The user has agreed to what this command changes: beforeChange does not ask. */
  agree(): void;
  /** A spinner on a terminal, plain lines elsewhere, on standard error. Stop it before you write anything else. */
  progress(text: string): Progress;
  /** Prompts on standard error. Throws a UsageError that names the flag when there is no terminal. */
  prompts(): Promise<Prompts>;
  /** Closes open connections. */
  close(): Promise<void>;
  /** Prints a line on standard error: what happens, what to do next. */
  note(text: string): void;
  /** Sets how long the command may take to end after a signal, in milliseconds; default 3,000. */
  endsWithin(ms: number): void;
  /** Aborted by Ctrl-C or SIGTERM, once it has been accessed; a second Ctrl-C kills the process. */
  readonly signal: AbortSignal;
}
