import type { Pool, PoolClient } from 'pg';

/**
 * The connections of a process. The one that was used last is kept at hand: to take it out of the pool and to give it
 * back takes longer than a small read.
 */
export class Connections {
  readonly #pool: Pool;
  #atHand: PoolClient | undefined;

  /** @param onLost called once for each connection that breaks, also for one that nobody uses */
  constructor(pool: Pool, onLost: () => void) {
    this.#pool = pool;
    // A pool watches only what it has.
    pool.on('connect', (client) => {
      client.once('error', onLost);
      client.on('error', () => this.#drop(client));
    });
  }

  /** Takes the one at hand. @returns undefined if there is none now */
  takeNow(): PoolClient | undefined {
    const client = this.#atHand;
    this.#atHand = undefined;
    return client;
  }

  /** @returns a connection that nobody else has until it is given back */
  async take(): Promise<PoolClient> {
    return this.takeNow() ?? this.#pool.connect();
  }

  /** @param isBroken it is closed then, and not used again */
  give(client: PoolClient, isBroken: boolean): void {
    const isWanted = this.#pool.waitingCount > 0 || this.#pool.ending;
    if (isBroken || isWanted || this.#atHand) client.release(isBroken);
    else this.#atHand = client;
  }

  /** Closes them, when all have been given back. */
  async end(): Promise<void> {
    this.takeNow()?.release();
    if (!this.#pool.ending) await this.#pool.end();
  }

  #drop(client: PoolClient): void {
    if (this.#atHand !== client) return;
    this.#atHand = undefined;
    client.release(true);
  }
}
