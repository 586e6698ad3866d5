import { readdirSync } from 'node:fs';

/** What a byte that is not text is read as. */
const UNKNOWN = '\uFFFD';

/**
 * Says that there is no file of a name. Names of other systems may be in other encodings than UTF-8: they are listed,
 * but nothing opens what the list says, so that the name is shown with its bytes.
 */
export function absent(file: string): string {
  const [name] = otherwiseNamed(file);
  if (name === undefined) return `${file} does not exist`;
  return `The name of ${name} is not UTF-8 (\\x marks its bytes): rename it first`;
}

/** The paths, with escaped bytes, of files that are listed by a name that does not open them. */
export function otherwiseNamed(file: string): string[] {
  if (!file.includes(UNKNOWN)) return [];
  const [first = '', ...rest] = file.split('/');
  let found = first === '' && rest.length > 0 ? [Buffer.from('/')] : named(undefined, first);
  for (const part of rest) found = found.flatMap((folder) => named(folder, part));
  return found.filter((path) => path.toString() !== path.toString('latin1')).map(escaped);
}

/** The entries of a folder that are listed by a name. @param folder default: the current one */
function named(folder: Buffer | undefined, name: string): Buffer[] {
  const inside = (entry: Buffer) =>
    folder === undefined ? entry : Buffer.concat([folder, Buffer.from('/'), entry]);
  if (!name.includes(UNKNOWN)) return [inside(Buffer.from(name))];
  try {
    return readdirSync(folder ?? '.', { encoding: 'buffer' })
      .filter((entry) => entry.toString() === name && !entry.equals(Buffer.from(name)))
      .map(inside);
  } catch {
    return [];
  }
}

/** Each byte that is not ASCII as a shell reads it between $' and '. */
const escaped = (path: Buffer): string =>
  path.toString('latin1').replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
