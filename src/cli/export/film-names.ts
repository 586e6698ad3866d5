/** Names of the files that are made of films: readable, allowed on every system, each used once. */
import { createHash } from 'node:crypto';
import { KeySet } from '../bulk/key-set.ts';
import { shortId } from '../output/format.ts';
import { clean } from '../terminal/clean.ts';

/** Maximum length of a name without its ending, in bytes: file systems allow 255 with it. */
const longest = 180;

/** Characters that a name cannot contain on Windows, macOS or Linux. */
const refused = /[<>:"/\\|?*]/g;
/** What hides a file, or makes a shell hand it to a program as an option or a home folder. */
const leading = /^(\.+|-+|~)/;
/** Names of devices on Windows. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** The name of a film without its ending, as a file name. @param instead used if nothing is left */
export function safeName(filename: string, instead: string): string {
  const base = clean(filename).replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '');
  const safe = shortened(base.replace(refused, '_').replace(leading, '_'))
    .replace(/[. ]+$/, '')
    .trim();
  if (safe === '') return instead;
  return devices.test(safe.split('.')[0] ?? '') ? `_${safe}` : safe;
}

function shortened(name: string): string {
  let short = '';
  let bytes = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > longest) break;
    short += character;
  }
  return short;
}

/** Gives each film a name of its own: the second one of a name gets the beginning of its id. */
export function filmNames(): (file: {
  readonly file_id: string;
  readonly filename?: string | null | undefined;
}) => string {
  const taken = new KeySet();
  // Some file systems ignore case and the form of accents.
  const isFree = (name: string) =>
    taken.add(createHash('sha256').update(name.normalize('NFC').toLowerCase()).digest('hex').slice(0, 24));
  return ({ file_id: id, filename }) => {
    const name = safeName(filename ?? '', id);
    return [name, `${name} (${shortId(id)})`].find(isFree) ?? `${name} (${id})`;
  };
}
