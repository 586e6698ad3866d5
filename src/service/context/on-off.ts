import { SettingRefused } from './setting-refused.ts';

/**
 * Reads a switch that is on by default.
 * @param name of the variable, for the error
 * @throws SettingRefused for anything but `on`, `off` and undefined
 */
export function onOff(name: string, value: string | undefined): boolean {
  if (value === undefined || value === 'on') return true;
  if (value === 'off') return false;
  throw new SettingRefused(`${name} must be on or off, not ${JSON.stringify(value)}`);
}
