import type { WaitingContext } from '../../jobs/waiting.ts';

/** Packages a share again whose stream is lost. Its link stays; until then the share is pending. */
export function packageAgain({ db, waiting, log }: WaitingContext, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('shares')
      .set({ status: 'pending', stream: null })
      .where('id', '=', id)
      .where('status', '=', 'completed')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    log.warn('the stream of a share is lost; it is made again', { share: id });
    await waiting.start(trx, 'share.package', { share_id: id });
  });
}
