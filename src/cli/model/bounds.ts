/** A bound of the contract, as data: see contract/limits.ts. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly default?: number;
}

/** Bounds as help states them: `1 to 120`, with ` (default 20)` where there is one. */
export const within = ({ min, max, default: fallback }: Bounds): string =>
  `${min} to ${max}${fallback === undefined ? '' : ` (default ${fallback})`}`;
