import { spawn } from 'node:child_process';
import type { Session } from '../model/session.ts';

/** The program of each system that opens a URL in the browser that the person prefers. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a link in the program that BROWSER names, or else in the preferred browser. Where there is none, the printed link is all: this is not an error. */
export async function openLink(session: Session, url: string): Promise<void> {
  const own = session.env.BROWSER;
  const [program, ...args] = own ? [own] : (OPENERS[process.platform] ?? ['xdg-open']);
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.unref();
  const failure = await new Promise<Error | undefined>((resolve) => {
    child.once('error', resolve).once('spawn', () => resolve(undefined));
  });
  if (failure) session.note('No browser could be opened here: open the link yourself.');
}
