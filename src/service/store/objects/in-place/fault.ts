import { ServiceError } from '../../../errors.ts';

/**
 * `outside`: not below an allowed folder, whether it exists or not. The others are only said of paths inside: `missing`,
 * `special` (a folder, device, pipe or socket), `unreadable`, and `changed` since it was ingested.
 */
export type PlaceFaultKind = 'outside' | 'missing' | 'special' | 'unreadable' | 'changed';

const STATUS = { outside: 403, missing: 404, special: 400, unreadable: 403, changed: 409 } as const;

/** Why a file cannot be read where it is. */
export class PlaceFault extends ServiceError {
  readonly kind: PlaceFaultKind;

  constructor(kind: PlaceFaultKind, message: string, status: number = STATUS[kind]) {
    super(status, withoutMiddle(message));
    this.kind = kind;
  }
}

/** Longest message, in characters: a path may have ten thousand, and the end says what is wrong with it. */
const LONGEST = 2_000;

function withoutMiddle(message: string): string {
  const all = [...message];
  if (all.length <= LONGEST) return message;
  return `${all.slice(0, LONGEST / 2).join('')}…${all.slice(-LONGEST / 2).join('')}`;
}

/** The same sentence for every path outside, so that nobody learns what exists there. */
export function outside(path: string): PlaceFault {
  return new PlaceFault(
    'outside',
    `${path} is not in a folder whose files this service may read in place; to allow one, on the service's machine: vau service config set in_place_folders FOLDER`,
  );
}
