/** Hashes that nobody has published: noted at the first download, and held to afterwards. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../../contract/record.ts';
import { writeWhole } from '../../media/write-whole.ts';
import { LocalError } from '../errors/errors.ts';

/** The file of noted hashes. */
const noted = (dataDir: string): string => path.join(dataDir, 'models', 'known-hashes.json');

/**
 * Holds a file to the hash that was noted for it, if there is one.
 * @param key what the file is: `speech/small/model.onnx`
 * @throws LocalError if it differs
 */
export async function holdTo(dataDir: string, key: string, sha256: string): Promise<void> {
  const known = (await read(dataDir))[key];
  if (known === undefined || known === sha256) return;
  throw new LocalError(`${key} is not the file that was fetched the first time: its hash differs`, {
    hint:
      `First ${known}, now ${sha256}. If its publisher has replaced it and you trust the new one, ` +
      `remove its line from ${noted(dataDir)}.`,
    code: 'checksum',
  });
}

/** Notes the hash of a file. */
export async function note(dataDir: string, key: string, sha256: string): Promise<void> {
  const known = await read(dataDir);
  if (known[key] === sha256) return;
  const text = `${JSON.stringify({ ...known, [key]: sha256 }, null, 2)}\n`;
  await writeWhole(noted(dataDir), (part) => writeFile(part, text, { mode: 0o600 }));
}

async function read(dataDir: string): Promise<Record<string, string>> {
  const file = noted(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value as Record<string, string>;
  } catch {
    // Falls through: a damaged file must not count as an empty one, which would trust anything.
  }
  throw new LocalError(`${file} is damaged: it must be a JSON object of hashes`);
}
