/** A configuration error that the user must fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** How to fix it. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
