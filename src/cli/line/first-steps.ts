/** What `vau` alone adds to its overview as long as no service is chosen. */
import { resolveSettings } from '../../config/settings.ts';
import { pairs } from './help.ts';

/** The three ways to a service; empty once one is chosen. */
export function firstSteps(env: Readonly<Record<string, string | undefined>>): string {
  if (isChosen(env)) return '';
  const ways: [string, string][] = [
    ['vau quickstart', 'Run the service on this machine, and try it with a film; vau serve runs it alone'],
    ['vau auth login', 'Sign in to a service that others run: --base-url https://HOST/v1'],
    ['VAU_BASE_URL, VAU_TOKEN', 'Name a service in the environment, for scripts and pipelines'],
  ];
  return ['', 'No service is chosen yet. Three ways in:', ...pairs(ways), ''].join('\n');
}

function isChosen(env: Readonly<Record<string, string | undefined>>): boolean {
  try {
    return resolveSettings(env).base_url.value !== undefined;
  } catch {
    // Another command reports a configuration that cannot be read.
    return true;
  }
}
