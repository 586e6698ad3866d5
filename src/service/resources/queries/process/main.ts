/**
 * The process of queries of one account, one after the other. It finds out what a statement reads, asks for the rows of that,
 * copies them into a database of its own, and runs the statement there: what was not copied cannot be reached, whatever the
 * statement does. The service bounds its processor time and memory, and ends it.
 */
import { messageOf } from '../../../errors.ts';
import { copyViews } from './copy.ts';
import { bound, columnsRead, openEmpty, type QueryDatabase, Refused } from './database.ts';
import type { FromQuery, ToQuery } from './messages.ts';
import { resultOf } from './result.ts';

/** The statement in hand, and the database in which it will run. */
let statement = '';
let database: QueryDatabase | undefined;

// The service is gone.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C reaches the whole process group; the service decides what to do about it.
process.on('SIGINT', () => undefined);
process.on('message', (message: ToQuery) => {
  answer(message).then(send, (error: unknown) => send(failureOf(error)));
});

function send(reply: FromQuery): void {
  process.send?.(reply, undefined, undefined, () => undefined);
}

async function answer(message: ToQuery): Promise<FromQuery> {
  database?.close();
  database = await openEmpty();
  if (message.type === 'statement') {
    statement = message.sql;
    return { type: 'needs', columns: columnsRead(database, statement) };
  }
  await copyViews(database, message.source, message.copies);
  bound(database);
  try {
    return { type: 'result', ...resultOf(database, statement), processorMs: processorMs() };
  } catch (error) {
    return refused(error instanceof Refused ? error.message : problemOf(error));
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const refused = (why: string): FromQuery => ({ type: 'refused', why, processorMs: processorMs() });

/** What a statement ran into, as a sentence. */
function problemOf(error: unknown): string {
  const said = messageOf(error);
  if (/^(?:string or blob too big|out of memory)/.test(said))
    return 'the query needs more memory than it may have: read fewer or shorter values';
  if (/^(?:disk I\/O error|database or disk is full)/.test(said))
    return 'the query needs more temporary space than it may have: read fewer rows';
  return `SQLite cannot run the statement: ${said}`;
}

function failureOf(error: unknown): FromQuery {
  return error instanceof Refused ? refused(error.message) : { type: 'failed', why: messageOf(error) };
}
