/** One problem of a value: its path and what is allowed. */
export interface Problem {
  /** Path of the field, dots and indexes: `criterion.moment_schema.properties.label.type`. */
  readonly path: string;
  readonly message: string;
  /** Stable code of the violated rule, if the contract defines one. */
  readonly code?: string;
  /** True if the API leaves such values open: this service refuses the value, another one may accept it. */
  readonly open?: boolean;
}

/** Formats a path for messages: `segments[2].end_time`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text ? `${text}.${String(part)}` : String(part);
  }, '');
}
