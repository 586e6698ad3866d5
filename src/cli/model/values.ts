/** `windowSeconds` as a flag: `window-seconds`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `windowSeconds` as an API field: `window_seconds`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Bounds of the contract: see contract/values/limits.ts. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly default?: number;
}

/** Bounds as help shows them: `1 to 120`, plus ` (default 20)` if there is a default. */
export const within = ({ min, max, default: fallback }: Bounds): string =>
  `${min} to ${max}${fallback === undefined ? '' : ` (default ${fallback})`}`;

// The kinds of value that flags and arguments take, and the type each gives a command.

export type JsonObject = { [key: string]: unknown };

export type ValueKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'choice'
  | 'day'
  | 'switch'
  | 'json'
  | 'object'
  | 'document'
  | 'prose'
  | 'range'
  | 'path'
  | 'picture'
  | 'seconds';

/** A flag or an argument as data. `T` is the type that the command's plan gets. */
export interface Value<T = unknown> {
  readonly kind: ValueKind;
  readonly help: string;
  /** Placeholder of the value in help: --title TEXT. */
  readonly placeholder: string;
  readonly choices?: readonly string[];
  /** Other choices pass too: the API leaves them open, and the contract check warns. */
  readonly open?: boolean;
  /** May be given several times; the plan gets an array. */
  readonly repeated?: boolean;
  /** The request field that it sets, as a dotted path (default: the name in snake case). */
  readonly field?: string;
  /** Not a request field: vau itself uses it. */
  readonly local?: boolean;
  /** A one-letter form of the flag. */
  readonly short?: string;
  /** Also has a --no- form, for false. */
  readonly negatable?: boolean;
  /** Only carries the type. */
  readonly type?: T;
}

type Extra = Partial<Pick<Value, 'placeholder' | 'field' | 'short' | 'local'>>;

function value<T>(kind: ValueKind, placeholder: string, help: string, extra: Partial<Value> = {}): Value<T> {
  return { kind, help, placeholder, ...extra } as Value<T>;
}

/** Any text. */
export const text = (help: string, extra?: Extra) => value<string>('text', 'TEXT', help, extra);

/** An identifier; the contract checks its form. */
export const id = (help: string, extra?: Extra) => value<string>('text', 'ID', help, extra);

/** An http(s) URL or the URI of a file. */
export const url = (help: string, extra?: Extra) => value<string>('text', 'URL', help, extra);

/** An integer; the contract checks its bounds. */
export const integer = (help: string, extra?: Extra) => value<number>('integer', 'N', help, extra);

/** A number. */
export const number = (help: string, extra?: Extra) => value<number>('number', 'NUMBER', help, extra);

/** A duration in seconds (20, 1.5), or with a unit: 500ms, 30s, 5m, 2h. The plan gets seconds. */
export const seconds = (help: string, extra?: Extra) => value<number>('seconds', 'SECONDS', help, extra);

/** A day, YYYY-MM-DD, in UTC; or a date-time with a zone. */
export const day = (help: string, extra?: Extra) => value<string>('day', 'YYYY-MM-DD', help, extra);

/** One of the listed values. */
export const choice = <const C extends readonly string[]>(choices: C, help: string, extra?: Extra) =>
  value<C[number]>('choice', choices.length <= 4 ? choices.join('|') : 'NAME', help, { choices, ...extra });

/** One of the listed values, or one that another service may know. */
export const openChoice = <const C extends readonly string[]>(choices: C, help: string, extra?: Extra) =>
  ({ ...choice(choices, help, extra), open: true }) as Value<C[number]>;

/** True when given. */
export const toggle = (help: string, extra?: Extra) => value<boolean>('switch', '', help, extra);

/** True as --name, false as --no-name, undefined when neither is given. */
export const either = (help: string, extra?: Extra) =>
  value<boolean>('switch', '', help, { negatable: true, ...extra });

/** Any JSON: inline, as @FILE, or - for standard input. */
export const json = (help: string, extra?: Extra) => value<unknown>('json', 'JSON|@FILE', help, extra);

/** A JSON object: inline, as @FILE, or - for standard input. */
export const object = (help: string, extra?: Extra) => value<JsonObject>('object', 'JSON|@FILE', help, extra);

/** A path of a JSON or YAML file; - is standard input. */
export const document = (help: string, extra?: Extra) => value<unknown>('document', 'FILE|-', help, extra);

/** Text: inline, as @FILE, or - for standard input. For text that is too long for a command line. */
export const prose = (help: string, extra?: Extra) => value<string>('prose', 'TEXT|@FILE', help, extra);

/** A time range of the media, START-END in seconds or as h:mm:ss. */
export const range = (help: string, extra?: Extra) =>
  value<{ start_time: number; end_time: number }>('range', 'START-END', help, extra);

/** A path of a local file; the plan does not read it. */
export const path = (help: string, extra?: Extra) => value<string>('path', 'FILE', help, extra);

/** A repeatable value: --signal speech --signal scene_text. */
export const many = <T>(one: Value<T>): Value<T[]> => ({ ...one, repeated: true }) as unknown as Value<T[]>;

/** An argument of a command. */
export interface Argument<T = unknown> {
  readonly value: Value<T>;
  readonly optional?: boolean;
}

/** A required argument. */
export const needed = <T>(of: Value<T>): Argument<T> => ({ value: of });

/** An optional argument. */
export const optional = <T>(of: Value<T>): Argument<T | undefined> =>
  ({ value: of, optional: true }) as Argument<T | undefined>;

/**
 * A picture: a local file, a URL, or the frame of a file of the service. The plan gets it as requests hold it:
 * `base64_image`, `url`, or `file_id` and `time`.
 */
export const picture = (help: string, extra?: Extra) =>
  value<JsonObject>('picture', 'PICTURE|FILE@TIME', help, extra);
