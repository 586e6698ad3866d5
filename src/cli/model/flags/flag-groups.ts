/** The groups of flags in help and in the manual. A flag that no group names is the command's own. */

/** Each group by its heading, with the names of its flags in the model. */
const groups = {
  'Flags for lists': ['limit', 'offset', 'cursor', 'all', 'sort', 'order'],
  'Flags for waiting': ['wait', 'any', 'timeout', 'interval'],
  'Flags for many at once': ['from', 'concurrency', 'resume'],
  'Flags for care': ['check', 'dryRun', 'estimate', 'costLimit', 'ifAbsent', 'yes'],
  'Flags for output': ['output', 'fields', 'query', 'wide', 'color'],
  'Flags for the service': [
    ...['profile', 'baseUrl', 'tokenFile', 'caFile', 'requestTimeout', 'totalTimeout', 'debug'],
  ],
} as const;

/** The heading of the command's own flags. */
const own = 'Flags';

/** Flags by group: first the command's own, then the others in a fixed order; no group is empty. */
export function grouped<T>(
  flags: Readonly<Record<string, T>>,
): [heading: string, flags: Record<string, T>][] {
  const of = (heading: string) =>
    Object.fromEntries(Object.entries(flags).filter(([name]) => headingOf(name, flags) === heading));
  return [own, ...Object.keys(groups)].flatMap((heading): [string, Record<string, T>][] => {
    const inside = of(heading);
    return Object.keys(inside).length > 0 ? [[heading, inside]] : [];
  });
}

/** `--all` without pages waits for all; `--from` without rows is the command's own. */
function headingOf(name: string, flags: object): string {
  if (name === 'from' && !('concurrency' in flags)) return own;
  if (name === 'all' && !('limit' in flags)) return headingOf('wait', flags);
  return Object.entries<readonly string[]>(groups).find(([, names]) => names.includes(name))?.[0] ?? own;
}
