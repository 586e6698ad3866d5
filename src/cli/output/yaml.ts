/** Values as YAML. Loaded when it is asked for. */
import { stringify } from 'yaml';

/** A value as YAML 1.2; no line is folded. */
export const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 0 });
