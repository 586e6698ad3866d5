/**
 * Opens an address in the user's browser.
 * @param url http or https
 * @param own the program to open it with (the variable BROWSER); without it, the preferred browser of the system
 * @returns false if no browser could be started, or the address is of another kind
 */
export async function openInBrowser(url: string, own?: string): Promise<boolean> {
  const address = plainAddress(url);
  if (address === undefined) return false;
  const { default: open } = await import('open');
  try {
    const child = await open(address, own ? { app: { name: own } } : {});
    return await new Promise((resolve) => {
      child.once('error', () => resolve(false));
      child.once('spawn', () => resolve(true));
    });
  } catch {
    return false;
  }
}

/** The address without what a shell would expand: on Windows it is part of a PowerShell command. */
function plainAddress(url: string): string | undefined {
  const { protocol, href } = URL.canParse(url) ? new URL(url) : { protocol: '', href: '' };
  if (!/^https?:$/.test(protocol)) return undefined;
  return href.replace(/[$`'"\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
