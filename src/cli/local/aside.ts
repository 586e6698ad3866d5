import type { Session } from '../model/session.ts';

/** Says where a configuration file went that could not be understood; nothing when there was none. */
export function noteAside(session: Session, aside: string | undefined): void {
  if (aside) session.note(`The file that could not be understood is kept as ${aside}`);
}
