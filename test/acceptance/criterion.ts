import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';

/** A valid criterion. */
export const criterion = {
  name: 'promise',
  instructions: 'Find promises.',
  scoring: { key: 'strength', min: 0, max: 10 },
};

/** Writes files into a folder: text as it is, anything else as YAML or JSON, by the name. Returns the name. */
export const fileIn =
  (folder: string) =>
  (name: string, value: unknown): string => {
    const text =
      typeof value === 'string' ? value : name.endsWith('.yaml') ? stringify(value) : JSON.stringify(value);
    writeFileSync(path.join(folder, name), text);
    return name;
  };
