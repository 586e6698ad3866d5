/** Warns about links that nobody else can open. */
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Notes on standard error that the link of a share opens on this machine only, if that is so. */
export function noteReach(session: Session, share: unknown): void {
  const link = at(share, 'share_url');
  if (typeof link !== 'string' || !URL.canParse(link) || !LOOPBACK.test(new URL(link).hostname)) return;
  session.note(
    'This link opens on this machine only. If others reach the service at another address, save that address: vau service config set public_url URL',
  );
}
