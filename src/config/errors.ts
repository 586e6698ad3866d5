/** Something about the configuration that a person has to put right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** What to do about it. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
