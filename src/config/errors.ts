/** Explains system error codes. */

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a file exists where a folder is needed',
  ENOENT: 'no such file or folder',
  ELOOP: 'its links form a loop',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk reported an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
};

/** Errors of the machine: another file name would not help. */
const machines: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Why a file could not be read or written; falls back to the system's message. */
export function reasonOf(error: unknown): string {
  return reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

/** True when the machine has the problem, not the given name. */
export const isMachineFault = (error: unknown): boolean => machines.has(codeOf(error));

/** The next step after a configuration error. */
export function configurationAdvice(error: unknown): string {
  if (['ENOSPC', 'EDQUOT'].includes(codeOf(error))) return 'Free some space, then try again.';
  if (isMachineFault(error)) return 'Check the state of this machine, then try again.';
  return 'Fix that, or choose another folder with VAU_CONFIG_DIR.';
}

/** A configuration error that the user must fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** How to fix it. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
