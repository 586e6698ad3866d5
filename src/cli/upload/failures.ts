/** What failed of an upload of many: as a CSV file, and deleted from the service again. */
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError } from '../../client/errors.ts';
import { reasonOf as systemReason } from '../../config/errors.ts';
import { writeWhole } from '../../media/files.ts';
import { type ItemResult, isLate } from '../bulk/results.ts';
import { LocalError, UsageError } from '../errors/errors.ts';
import { at, column } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { headerLine, rowLine } from '../output/delimited.ts';
import { reasonOf } from './result-line.ts';

export interface Wanted {
  /** CSV file to write. */
  readonly failed?: string;
  /** Delete the files that were sent and failed. */
  readonly deleteFailed?: boolean;
  readonly wait?: boolean;
}

interface Failed {
  readonly file: string;
  readonly file_id: string;
  readonly error: string;
  readonly sent: boolean;
  deleted: boolean;
}

const columns = ['file', 'file_id', 'error', 'deleted'].map((name) => column(name));

/** Collects failures. */
export interface Failures {
  add(result: ItemResult): void;
  /** Deletes and writes what is wanted; to be called once, at the end. */
  finish(session: Session): Promise<void>;
}

/** @throws UsageError when --delete-failed comes without --wait, or when the folder of the CSV file does not exist */
export async function failuresOf({
  failed: out,
  deleteFailed = false,
  wait = false,
}: Wanted): Promise<Failures> {
  if (deleteFailed && !wait)
    throw new UsageError('--delete-failed needs --wait: files fail while they are processed');
  // Found before hours of uploading, not after.
  const folder = out === undefined ? undefined : await stat(path.dirname(out)).catch(() => undefined);
  if (out !== undefined && !folder?.isDirectory())
    throw new UsageError(`--failed: the folder of ${out} does not exist`, {
      hint: 'Make it first, or name another file.',
    });
  const failed: Failed[] = [];
  return {
    add(result) {
      // What is only late is whole: who deletes by this list would lose it.
      if (!result.ok && !isLate(result) && (out !== undefined || deleteFailed))
        failed.push(failureIn(result));
    },
    async finish(session) {
      if (deleteFailed) await deleteThose(session, failed);
      if (out === undefined) return;
      const text = [headerLine(columns, 'csv'), ...failed.map((one) => rowLine(one, columns, 'csv'))].join(
        '',
      );
      await writeWhole(out, (part) => writeFile(part, text)).catch((error: unknown) => {
        throw new LocalError(`Cannot write ${out}: ${systemReason(error)}`);
      });
      session.note(`Wrote ${out}: ${failed.length} failed`);
    },
  };
}

function failureIn(result: ItemResult): Failed {
  const { input, sent = false } = result;
  const id = at(result.result, 'file_id') ?? at(result.result, 'id');
  return {
    file: String(input.path ?? input.file_id ?? ''),
    file_id: typeof id === 'string' ? id : '',
    error: reasonOf(result) ?? '',
    sent,
    deleted: false,
  };
}

/** Deletes files that this run sent and that could not be processed. One that is whole stays, even if its analysis failed. */
async function deleteThose(session: Session, failed: readonly Failed[]): Promise<void> {
  const client = await session.client();
  const { signal } = session;
  for (const one of failed) {
    if (!one.sent || one.file_id === '') continue;
    const params = { file_id: one.file_id };
    try {
      const file = await client.send('file.get', { params }, { signal });
      if (at(file, 'status') !== 'failed') continue;
      await client.send('file.delete', { params }, { signal });
      one.deleted = true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      session.note(`Could not delete ${one.file_id}: ${error.message}`);
    }
  }
  const count = failed.filter(({ deleted }) => deleted).length;
  if (count > 0) session.note(`Deleted ${count} failed file${count === 1 ? '' : 's'}`);
}
