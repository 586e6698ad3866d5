import { isWholeText } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import { parseFields } from '../../http/parse.ts';
import { displayName } from '../../text/display-name.ts';
import { fieldColumns, type UploadFields, uploadFields } from '../files/intake/intake.ts';

/** What Upload-Metadata says about a file. */
export interface Described {
  readonly filename: string;
  readonly fields: UploadFields;
}

/**
 * Reads Upload-Metadata: pairs of a name and a value in base64, separated by commas. Names that a form would not have, such
 * as filetype, are left out: programs send their own.
 * @throws 400 naming the pair or the field
 */
export function readMetadata(header: string): Described {
  const pairs = new Map<string, string>();
  for (const pair of header.split(',').filter((text) => text.trim() !== '')) {
    const [name = '', value = '', ...more] = pair.trim().split(/ +/);
    if (more.length > 0 || !isBase64(value))
      throw badRequest(`upload-metadata ${shown(name)} must be a name and a value in base64`);
    if (pairs.has(name)) throw badRequest(`upload-metadata has ${shown(name)} twice`);
    pairs.set(name, textOf(name, value));
  }
  // It leaves out what it does not know.
  const described = parseFields(uploadFields, pairs) as UploadFields;
  // Refused before the bytes come, not after.
  fieldColumns(described);
  return { filename: displayName(pairs.get('filename')), fields: described };
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]*={0,2}$/.test(text);

function textOf(name: string, value: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'));
    if (isWholeText(text)) return text;
  } catch {
    // Said below.
  }
  throw badRequest(`upload-metadata ${shown(name)} is not UTF-8 text, or contains NUL`);
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 60));
