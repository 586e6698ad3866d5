/** What flags and arguments can hold: how one is described, and the type a command gets for it. */

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
  | 'seconds';

/** A flag or an argument as data. `T` is what the command's plan gets. */
export interface Value<T = unknown> {
  readonly kind: ValueKind;
  readonly help: string;
  /** What stands for the value in help: --title TEXT. */
  readonly placeholder: string;
  readonly choices?: readonly string[];
  /** May be given several times; the plan gets an array. */
  readonly repeated?: boolean;
  /** The field of the request this sets, dotted; the name in snake case where it is left out. */
  readonly field?: string;
  /** For this program alone: no field of the request. */
  readonly local?: boolean;
  /** A one-letter form of the flag. */
  readonly short?: string;
  /** Has a --no- form as well, so that false can be said. */
  readonly negatable?: boolean;
  /** Only there to carry the type. */
  readonly type?: T;
}

type Extra = Partial<Pick<Value, 'placeholder' | 'field' | 'short' | 'local'>>;

function value<T>(kind: ValueKind, placeholder: string, help: string, extra: Partial<Value> = {}): Value<T> {
  return { kind, help, placeholder, ...extra } as Value<T>;
}

/** Any text. */
export const text = (help: string, extra?: Extra) => value<string>('text', 'TEXT', help, extra);

/** An identifier; whether it must be a UUID is the contract's to say. */
export const id = (help: string, extra?: Extra) => value<string>('text', 'ID', help, extra);

/** An http(s) URL or the uri of a file. */
export const url = (help: string, extra?: Extra) => value<string>('text', 'URL', help, extra);

/** A whole number; its bounds are the contract's. */
export const integer = (help: string, extra?: Extra) => value<number>('integer', 'N', help, extra);

/** A number. */
export const number = (help: string, extra?: Extra) => value<number>('number', 'NUMBER', help, extra);

/** A length of time in seconds (20, 1.5), or with a unit: 500ms, 30s, 5m, 2h. The plan gets seconds. */
export const seconds = (help: string, extra?: Extra) => value<number>('seconds', 'SECONDS', help, extra);

/** A day, YYYY-MM-DD, in UTC; or a date-time with a zone. */
export const day = (help: string, extra?: Extra) => value<string>('day', 'YYYY-MM-DD', help, extra);

/** One of the named values. */
export const choice = <const C extends readonly string[]>(choices: C, help: string, extra?: Extra) =>
  value<C[number]>('choice', choices.length <= 4 ? choices.join('|') : 'NAME', help, { choices, ...extra });

/** True when it is given. */
export const toggle = (help: string, extra?: Extra) => value<boolean>('switch', '', help, extra);

/** True as --name, false as --no-name, undefined when neither is given. */
export const either = (help: string, extra?: Extra) =>
  value<boolean>('switch', '', help, { negatable: true, ...extra });

/** Any JSON, written in place, as @FILE, or - for standard input. */
export const json = (help: string, extra?: Extra) => value<unknown>('json', 'JSON|@FILE', help, extra);

/** A JSON object, written in place, as @FILE, or - for standard input. */
export const object = (help: string, extra?: Extra) => value<JsonObject>('object', 'JSON|@FILE', help, extra);

/** JSON or YAML in a file, by its path; - is standard input. */
export const document = (help: string, extra?: Extra) => value<unknown>('document', 'FILE|-', help, extra);

/** Text in place, or as @FILE; - is standard input. For what is too long for a command line. */
export const prose = (help: string, extra?: Extra) => value<string>('prose', 'TEXT|@FILE', help, extra);

/** A stretch of time in the media, START-END in seconds. */
export const range = (help: string, extra?: Extra) =>
  value<{ start_time: number; end_time: number }>('range', 'START-END', help, extra);

/** A path of a local file; it is not read before the plan runs. */
export const path = (help: string, extra?: Extra) => value<string>('path', 'FILE', help, extra);

/** The same value, several times: --signal speech --signal scene_text. */
export const many = <T>(one: Value<T>): Value<T[]> => ({ ...one, repeated: true }) as unknown as Value<T[]>;

/** An argument that must be there. */
export interface Argument<T = unknown> {
  readonly value: Value<T>;
  readonly optional?: boolean;
}

/** An argument that must be given. */
export const needed = <T>(of: Value<T>): Argument<T> => ({ value: of });

/** An argument that may be left out. */
export const optional = <T>(of: Value<T>): Argument<T | undefined> =>
  ({ value: of, optional: true }) as Argument<T | undefined>;
