/**
 * Opens an address in the user's browser.
 * @param url http or https
 * @param env its BROWSER is the program to open it with; without it, the preferred browser of the system
 * @returns false if no browser could be started, or the address is of another kind
 */
export async function openInBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const address = plainAddress(url);
  const own = env.BROWSER;
  if (address === undefined || (!own && !hasScreen(env))) return false;
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

/** On Linux the program that looks for a browser starts even where there is no screen for one. */
function hasScreen({ DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME }: NodeJS.ProcessEnv): boolean {
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY || WSL_DISTRO_NAME);
}

/** The address without what a shell would expand: on Windows it is part of a PowerShell command. */
function plainAddress(url: string): string | undefined {
  const { protocol, href } = URL.canParse(url) ? new URL(url) : { protocol: '', href: '' };
  if (!/^https?:$/.test(protocol)) return undefined;
  return href.replace(/[$`'"\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
