import { readFileSync } from 'node:fs';

/**
 * The processor time that the processes of a PostgreSQL server have taken so far that answer clients, in ms.
 * Those that tidy up in the background are left out, and so are processes that have ended.
 * @param server id of its first process
 */
export function backendTime(server) {
  let ms = 0;
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8');
  for (const name of children.split(' ').filter(Boolean)) {
    try {
      if (!/^postgres: vau /.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'))) continue;
      ms += Number(readFileSync(`/proc/${name}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      // It has ended.
    }
  }
  return ms;
}
