/** One thing wrong with a value: where it is and what is allowed there. */
export interface Problem {
  /** Path of the field, dots and indexes: `criterion.moment_schema.properties.label.type`. */
  readonly path: string;
  readonly message: string;
  /** Stable name of the rule broken, where the contract promises one. */
  readonly code?: string;
}

/** Writes a path the way messages show it: `segments[2].end_time`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text ? `${text}.${String(part)}` : String(part);
  }, '');
}
