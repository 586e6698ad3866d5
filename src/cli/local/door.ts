/**
 * The only import of the service from the command line. It is lazy, so that the client starts fast and works
 * without the optional packages of the service.
 */
type ServiceDoor = typeof import('../../service/index.ts');

export type Accounts = import('../../service/index.ts').Accounts;
export type Token = import('../../service/index.ts').Token;
export type ServiceDoctor = import('../../service/index.ts').ServiceDoctor;
export type BackupRecord = import('../../service/index.ts').BackupRecord;
export type BackupRequest = import('../../service/index.ts').BackupRequest;
export type Moved = import('../../service/index.ts').Moved;
export type Leftover = import('../../service/index.ts').Leftover;
export type Repair = import('../../service/index.ts').Repair;

export type RunningService = Awaited<ReturnType<ServiceDoor['startService']>>;

/** Loads the service. */
export function loadService(): Promise<ServiceDoor> {
  return import('../../service/index.ts');
}
