/** Bounds of the contract: see contract/limits.ts. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly default?: number;
}

/** Bounds as help shows them: `1 to 120`, plus ` (default 20)` if there is a default. */
export const within = ({ min, max, default: fallback }: Bounds): string =>
  `${min} to ${max}${fallback === undefined ? '' : ` (default ${fallback})`}`;
