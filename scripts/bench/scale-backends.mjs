import { readdirSync, readFileSync } from 'node:fs';

/**
 * The processor time that the processes of a PostgreSQL server have taken so far that answer clients, in ms.
 * Those that tidy up in the background are left out, and so are processes that have ended.
 * @param server id of its first process
 */
export function backendTime(server) {
  let ms = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(parent) !== server) continue;
      if (!/^postgres: vau /.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'))) continue;
      ms += Number(readFileSync(`/proc/${name}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      // It has ended.
    }
  }
  return ms;
}
