/** Doctor checks of the configuration. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../../config/settings.ts';
import { exit } from '../errors/exit.ts';
import { hasProfile, noProfile } from '../run/session/profile.ts';
import { type Finding, failed, finding } from './finding.ts';

/** Checks the file, its permissions and the current profile. */
export async function configurationFindings(settings: Settings): Promise<Finding[]> {
  return [await fileFinding(settings), profileFinding(settings)];
}

async function fileFinding({ file, corrupt }: Settings): Promise<Finding> {
  const there = await stat(file).catch(() => undefined);
  if (!there) return finding('config', 'none', `${file} does not exist yet`);
  if (corrupt !== undefined)
    return finding(
      'config',
      'failed',
      `${file} is invalid: ${corrupt}`,
      'Correct the file, or run vau auth login, which keeps it under another name.',
    );
  const open = (await openTo(file)) ?? (await openTo(path.dirname(file)));
  if (open) return finding('config', 'warning', `Other users can read ${open}`, `chmod go-rwx ${open}`);
  return finding('config', 'ok', file);
}

/** The path if others have any permission on it. Not checked on Windows, where permissions differ. */
async function openTo(path: string): Promise<string | undefined> {
  const { mode } = await stat(path);
  return process.platform !== 'win32' && (mode & 0o077) !== 0 ? path : undefined;
}

function profileFinding(settings: Settings): Finding {
  const { profile, base_url } = settings;
  const name = profile.value ?? '';
  if (hasProfile(settings, name)) return finding('profile', 'ok', `${name} (${profile.where})`);
  if (profile.source !== 'default') {
    const { message, hint } = noProfile(settings, name, profile.where).failure;
    const ways = `vau auth login --profile ${name}, or vau config set profile NAME`;
    return failed('profile', exit.usage, message, `${hint} ${ways}`);
  }
  return base_url.value === undefined
    ? finding('profile', 'none', 'No profile is chosen')
    : finding('profile', 'none', `No profile: the base URL comes from ${base_url.where}`);
}
