/** What happens in a day: requests of clients and troubles, drawn from its seed. A smaller plan is a smaller day. */
import { seeded } from '../support/seeded.ts';

/** What clients ask, and how often. */
const ASKED = {
  upload: 5,
  'find-moments': 3,
  collect: 3,
  attach: 2,
  detach: 1,
  uncollect: 1,
  'delete-file': 2,
  'delete-run': 1,
  'delete-collection': 1,
  redo: 1,
  recollect: 2,
} as const;

/** What goes wrong, and how often. */
const TROUBLES = {
  'kill-worker': 4,
  'stop-worker': 1,
  'freeze-worker': 3,
  'kill-service': 2,
  'kill-all': 1,
  'cut-power': 3,
  'clock-back': 1,
  'clock-forward': 1,
} as const;

export type Asked = keyof typeof ASKED;
export type Trouble = keyof typeof TROUBLES;

export interface Act {
  /** Milliseconds after the day began. */
  readonly at: number;
  readonly what: Asked | Trouble;
  /** Decides the rest: which file, how long, after how many steps. */
  readonly luck: number;
}

export interface Plan {
  readonly seed: number;
  readonly acts: readonly Act[];
}

/** Length of the part of a day in which something happens, in milliseconds. */
export const BUSY_MS = 12_000;

function drawn<What extends string>(
  weights: Readonly<Record<What, number>>,
  below: (most: number) => number,
) {
  const bag = (Object.entries(weights) as [What, number][]).flatMap(([what, weight]) =>
    Array<What>(weight).fill(what),
  );
  return bag[below(bag.length)] as What;
}

/** A day on which everything is asked, so that all is loaded: what is loaded with its first use comes later than ever after. */
export const wholePlan: Plan = {
  seed: 0,
  acts: (Object.keys(ASKED) as Asked[]).map((what, at) => ({ at: at * 700, what, luck: at + 1 })),
};

export function planOf(seed: number): Plan {
  const { below } = seeded(seed ^ 0x5eed);
  const luck = () => below(2 ** 31);
  // Clients come early, so that there is something to disturb.
  const asked = Array.from({ length: 3 + below(6) }, () => {
    return { at: below(BUSY_MS - 4_000), what: drawn(ASKED, below), luck: luck() };
  });
  const troubles = Array.from({ length: below(5) }, () => {
    // Half of it while a request is answered: a death at any other moment seldom meets one.
    const met = below(2) === 0 ? asked[below(asked.length)] : undefined;
    const at = met ? met.at + below(60) : 500 + below(BUSY_MS - 500);
    return { at, what: drawn(TROUBLES, below), luck: luck() };
  });
  const first = { at: 0, what: 'upload' as const, luck: luck() };
  return { seed, acts: [first, ...asked, ...troubles].sort((one, other) => one.at - other.at) };
}
