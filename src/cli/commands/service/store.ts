import { checkMoveFlags, moveAction } from '../../local/move.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { needed, text, toggle } from '../../model/values.ts';

const move = defineCommand({
  name: 'store move',
  arguments: {
    source: needed(text('The store as it is: a data folder, or postgres://...')),
    target: needed(text('Where it is to be: postgres://..., or a data folder')),
  },
  flags: { restart: toggle('Delete what an unfinished move left in the target, and begin anew') },
  about:
    'Copies every row of a store from the SQLite database of a data folder to a PostgreSQL database, or back. Stop the ' +
    'service and the workers first. The target must have no store: a data folder without a database, or an empty schema (?schema=NAME, ' +
    'vau by default). At the end the rows of each table and the index of words are counted and compared by SHA-256 on both ' +
    'sides. The source stays as it is. After an interruption, the same command goes on where it stopped; no service starts on half a ' +
    'move. Originals, thumbnails and streams stay where they are, in the data folder or the bucket. Give the password in ' +
    'PGPASSWORD or ~/.pgpass: others on this machine can see the arguments of commands.',
  examples: [
    { does: 'To PostgreSQL', line: 'store move ./media-data postgres://vau@db.example/vau' },
    { does: 'Back to SQLite', line: 'store move postgres://vau@db.example/vau ./media-data-2' },
    {
      does: 'With the rows and checksums of each table as JSON',
      line: 'store move ./media-data postgres://vau@db.example/vau -o json',
    },
  ],
  plan: (given) => {
    checkMoveFlags(given);
    return local((session) => moveAction(session, given));
  },
});

export const commands = [move];
