/** The exit statuses, one table for every command. */
export const exit = {
  /** Success, also for an empty list. */
  done: 0,
  /** A local problem or an internal error. */
  fault: 1,
  /** Invalid usage; nothing was changed. */
  usage: 2,
  /** No token, or the service rejected it. */
  signIn: 3,
  /** Permission denied, or the balance is too low. */
  refused: 4,
  notFound: 5,
  conflict: 6,
  rateLimit: 7,
  /** The service rejected the request, failed, or sent a response that is not one of this API. */
  service: 8,
  /** The service cannot be reached, or did not respond in time. */
  network: 9,
  /** The job failed. */
  jobFailed: 10,
  jobCancelled: 11,
  /** The machine could not do it now; the same command may succeed later. */
  machine: 12,
  /** Timeout while waiting; the job itself continues. */
  timedOut: 124,
  /** Ctrl-C. */
  interrupted: 130,
  /** The reader closed the pipe: the status that a shell reports for SIGPIPE. */
  brokenPipe: 141,
} as const;

export type ExitStatus = (typeof exit)[keyof typeof exit];

/** The exit status for an HTTP error status. */
export function exitOfStatus(status: number): ExitStatus {
  if (status === 401) return exit.signIn;
  if (status === 402 || status === 403) return exit.refused;
  if (status === 404 || status === 410) return exit.notFound;
  if (status === 409) return exit.conflict;
  if (status === 429) return exit.rateLimit;
  return exit.service;
}
