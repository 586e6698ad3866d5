import type { Session } from '../model/session.ts';

/** Notes where vau moved an invalid configuration file. */
export function noteAside(session: Session, aside: string | undefined): void {
  if (aside) session.note(`The invalid configuration file is kept as ${aside}`);
}
