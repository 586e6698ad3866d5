/** Numbers of files: those of a set, or all but those. */
export interface Numbers {
  readonly set: ReadonlySet<number>;
  readonly except: boolean;
}

export const allNumbers: Numbers = { set: new Set(), except: true };
export const noNumbers: Numbers = { set: new Set(), except: false };

export function holds({ set, except }: Numbers, number: number): boolean {
  return set.has(number) !== except;
}

export function inverse({ set, except }: Numbers): Numbers {
  return { set, except: !except };
}

/** The numbers that are in both. */
export function both(one: Numbers, other: Numbers): Numbers {
  if (one.except && other.except) return { set: new Set([...one.set, ...other.set]), except: true };
  if (one.except) return both(other, one);
  const set = new Set<number>();
  for (const number of one.set) if (holds(other, number)) set.add(number);
  return { set, except: false };
}

/** The numbers that are in either. */
export function either(one: Numbers, other: Numbers): Numbers {
  return inverse(both(inverse(one), inverse(other)));
}
