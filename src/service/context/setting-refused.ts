/** A setting has an invalid value; the message names the setting and the allowed values. */
export class SettingRefused extends Error {
  override readonly name = 'SettingRefused';
}
