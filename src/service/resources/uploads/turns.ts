import { ServiceError } from '../../errors.ts';

/** The right to change an upload. Only one request has it. */
export interface Turn {
  /** Aborted when another request wants it. */
  readonly signal: AbortSignal;
  end(): void;
}

interface Holder {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** By id of the upload. Ids are unique over all services. */
const holders = new Map<string, Holder>();

/**
 * Takes the turn of an upload from whoever has it. The newest request wins: after a break, the service may hold the old
 * connection for open while its client is back on a new one.
 */
export async function takeTurn(id: string): Promise<Turn> {
  for (let holder = holders.get(id); holder; holder = holders.get(id)) {
    holder.stop.abort(takenOver());
    await holder.ended;
  }
  const stop = new AbortController();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = () => {
      holders.delete(id);
      resolve();
    };
  });
  holders.set(id, { stop, ended });
  return { signal: stop.signal, end };
}

/** 423, on a connection that closes: the rest of its body is not read. */
const takenOver = () =>
  new ServiceError(423, 'another request took over this upload: ask for its offset, and go on from there', {
    connection: 'close',
  });
