import type { Insertable } from 'kysely';
import type { RequestContext } from '../../http/handler.ts';
import type { EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import { insertIndexed } from '../../search/filters/file-values/index-files.ts';
import type { FilesTable, Trx } from '../../store/sql/schema.ts';

type NewFile = Insertable<FilesTable>;

/** The row of a new file. */
export function newFile(
  ctx: Pick<RequestContext, 'accountId' | 'clock'>,
  file: Omit<NewFile, 'account_id' | 'status' | 'created_at'>,
): NewFile {
  return { ...file, account_id: ctx.accountId, status: 'pending', created_at: ctx.clock() };
}

/** Adds a file and the job that processes it. */
export async function insertFile(
  { lifecycle: waiting }: Pick<EndContext, 'lifecycle'>,
  trx: Trx,
  row: NewFile,
): Promise<void> {
  await insertIndexed(trx, row);
  const { id, account_id, bytes } = row;
  const owner = { accountId: account_id, fileId: id, ...(typeof bytes === 'number' && { bytes }) };
  await waiting.startNew(trx, 'file.process', { file_id: id }, owner);
}

/**
 * Adds an uploaded file. Its time is taken once nobody else can write: of two files with the same content, a client keeps
 * the older one, and has to see it as soon as it sees the newer.
 */
export const insertUploaded = (
  { lifecycle, clock }: Pick<EndContext, 'lifecycle' | 'clock'>,
  trx: Trx,
  row: NewFile,
): Promise<void> => insertFile({ lifecycle }, trx, { ...row, created_at: clock() });

/** Starts the processing of a failed file again. */
export async function tryAgain(
  { lifecycle: waiting }: Pick<EndContext, 'lifecycle'>,
  trx: Trx,
  id: string,
): Promise<void> {
  await trx.updateTable('files').set({ status: 'pending', error: null }).where('id', '=', id).execute();
  await waiting.start(trx, 'file.process', { file_id: id });
}
