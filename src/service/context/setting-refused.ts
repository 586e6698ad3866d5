/** The value of a setting is not allowed; the message names the setting and says what is allowed. */
export class SettingRefused extends Error {
  override readonly name = 'SettingRefused';
}
