/**
 * Runs the work of each transaction twice, the first time in vain, as a server does that refuses it once. What the first run
 * changes beside the store then shows. Set VAU_TEST_TWICE for it.
 */
import { type Transaction, TransactionBuilder } from 'kysely';

class InVain extends Error {
  override readonly name = 'InVain';
}

type Execute = (
  this: TransactionBuilder<unknown>,
  work: (trx: Transaction<unknown>) => Promise<unknown>,
) => Promise<unknown>;

const prototype = TransactionBuilder.prototype as unknown as {
  execute: Execute & { readonly isTwice?: true };
};

if (!prototype.execute.isTwice) {
  const once = prototype.execute;
  const twice: Execute = async function (work) {
    try {
      await once.call(this, async (trx) => {
        await work(trx);
        throw new InVain();
      });
    } catch (error) {
      if (!(error instanceof InVain)) throw error;
    }
    return once.call(this, work);
  };
  prototype.execute = Object.assign(twice, { isTwice: true as const });
}
