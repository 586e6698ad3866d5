/** What the system's refusals mean, in words for a person. */

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not do that there',
  EPERM: 'this user may not do that there',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a folder, no file',
  ENOTDIR: 'a part of its path is a file, no folder',
  EEXIST: 'there is a file where its folder has to be',
  ENOENT: 'there is no such file or folder',
  ELOOP: 'its links lead round in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  EIO: 'the disk does not answer as it should',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
};

/** Refusals that no other name would mend: the machine is in no state for any file. */
const machines: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Why a file could not be read or written: in our words, or in the system's where there are none. */
export function reasonOf(error: unknown): string {
  return reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

/** True when the machine is at fault, not the name that was given. */
export const isMachineFault = (error: unknown): boolean => machines.has(codeOf(error));

/** What to do about a refusal of the configuration. */
export function configurationAdvice(error: unknown): string {
  if (['ENOSPC', 'EDQUOT'].includes(codeOf(error))) return 'Make room, then try again.';
  if (isMachineFault(error)) return 'Look at the state of this machine, then try again.';
  return 'Put that right, or name another folder with VAU_CONFIG_DIR.';
}
