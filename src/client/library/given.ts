/** What a program gave, checked before anything is sent. */
import { ClientError } from '../errors.ts';

/** Seconds: a longer timer of Node fires at once. */
const longest = Math.floor((2 ** 31 - 1) / 1_000);

interface Bounds {
  /** Whether 0 is allowed. */
  readonly zero?: boolean;
  readonly whole?: boolean;
}

/**
 * A number that may be left out.
 * @param name as the caller wrote it
 * @throws ClientError if it is no number, or out of bounds
 */
export function checkedNumber(
  name: string,
  value: unknown,
  { zero = false, whole = false }: Bounds = {},
): void {
  if (value === undefined) return;
  const fits =
    typeof value === 'number' &&
    (zero ? value >= 0 : value > 0) &&
    value <= longest &&
    (!whole || Number.isInteger(value));
  if (fits) return;
  const kind = whole ? 'a whole number' : 'a number of seconds';
  throw new ClientError(
    `${name} is ${shown(value)}; it is ${kind} ${zero ? 'from 0' : 'above 0'} up to ${longest}`,
  );
}

/** @throws ClientError for anything but an AbortSignal or nothing */
export function checkedSignal(value: unknown): void {
  if (value !== undefined && !(value instanceof AbortSignal))
    throw new ClientError(`signal is ${shown(value)}; give the signal of an AbortController`);
}

const shown = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));
