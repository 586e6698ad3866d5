/**
 * The process of one query. It looks at the statement with empty views, asks for the columns that it reads, copies the rows of
 * these into a database of its own, and runs the statement there: what was not copied cannot be reached, whatever the
 * statement does. The service bounds its processor time and memory, and ends it.
 */
import { messageOf } from '../../../errors.ts';
import { copyViews } from './copy.ts';
import { bound, columnsRead, openEmpty, prepareQuery, Refused } from './database.ts';
import type { FromQuery, ToQuery } from './messages.ts';
import { resultOf } from './result.ts';

let statement = '';

// The service is gone, or nobody waits any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C reaches the whole process group; the service decides what to do about it.
process.on('SIGINT', () => undefined);
process.on('message', (message: ToQuery) => {
  answer(message).then(send, (error: unknown) => send(failureOf(error)));
});

function send(reply: FromQuery): void {
  process.send?.(reply, undefined, undefined, () => {
    if (reply.type !== 'needs') process.disconnect();
  });
}

async function answer(message: ToQuery): Promise<FromQuery> {
  const database = await openEmpty();
  if (message.type === 'statement') {
    statement = message.sql;
    return { type: 'needs', columns: columnsRead(database, statement) };
  }
  await copyViews(database, message.source, message.copies);
  bound(database);
  try {
    return { type: 'result', ...resultOf(prepareQuery(database, statement)) };
  } catch (error) {
    return { type: 'refused', why: error instanceof Refused ? error.message : problemOf(error) };
  }
}

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
  return { type: error instanceof Refused ? 'refused' : 'failed', why: messageOf(error) };
}
