/** The kind of failure, for callers that handle it rather than show it. */
export type MediaErrorCode =
  | 'no-ffmpeg'
  | 'unusable-ffmpeg'
  | 'unreadable'
  | 'unsupported'
  | 'time-limit'
  | 'size-limit'
  | 'memory-limit'
  /** Ended or held up from outside: the machine's trouble, worth another try. */
  | 'disturbed'
  /** The machine's trouble too. */
  | 'disk-full'
  /** There is no such file. */
  | 'missing'
  | 'cancelled'
  | 'install';

/** A failure of this file or this machine's ffmpeg. The message is one readable line. */
export class MediaError extends Error {
  readonly code: MediaErrorCode;

  constructor(code: MediaErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MediaError';
    this.code = code;
  }
}

/** Whether a media program failed because of the machine, and may succeed another time. */
export function isDisturbed(error: unknown): error is MediaError {
  return error instanceof MediaError && ['disturbed', 'disk-full'].includes(error.code);
}
