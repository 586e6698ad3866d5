/**
 * The one way from the command line into the service. It is loaded when it is asked for and not before, so that the
 * client starts fast and works where the service's optional packages were left out.
 */
type ServiceDoor = typeof import('../../service/index.ts');

export type Leftover = import('../../service/index.ts').Leftover;
export type Repair = import('../../service/index.ts').Repair;

export type RunningService = Awaited<ReturnType<ServiceDoor['startService']>>;

/** Loads the service. */
export function loadService(): Promise<ServiceDoor> {
  return import('../../service/index.ts');
}
