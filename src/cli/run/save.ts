/** --save: writes a response to a file. */
import { writeFile } from 'node:fs/promises';
import { writeJson } from '../../client/json/json.ts';
import { reasonOf } from '../../config/reason.ts';
import { LocalError } from '../errors/errors.ts';
import { at } from '../model/columns.ts';
import type { Save } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { show } from '../output/show.ts';

/** Writes it, replacing the file, and says so. @throws LocalError when there is no text yet, or it cannot be written */
export async function saveAnswer(
  session: Session,
  { file, json, content }: Save,
  answer: unknown,
): Promise<void> {
  const text = json ? `${writeJson(answer, 2)}\n` : content(answer);
  if (typeof text !== 'string') {
    const status = at(answer, 'status');
    throw new LocalError(
      `There is no text to save${typeof status === 'string' ? `: the status is ${status}` : ''}`,
      { hint: 'Nothing was written.' },
    );
  }
  await writeFile(file, text).catch((error: unknown) => {
    throw new LocalError(`--save: cannot write ${file}: ${reasonOf(error)}`);
  });
  await show(session, { value: { file, bytes: Buffer.byteLength(text) }, text: `Saved ${file}` });
}
