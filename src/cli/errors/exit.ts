/** The exit statuses, one table for every command. */
export const exit = {
  /** Done; also a list with nothing in it. */
  done: 0,
  /** A fault of vau itself, or of the local machine. */
  fault: 1,
  /** What was typed is wrong; nothing was changed. */
  usage: 2,
  /** No token, or one the service does not take. */
  signIn: 3,
  /** Not allowed, or the balance does not cover it. */
  refused: 4,
  notFound: 5,
  conflict: 6,
  rateLimit: 7,
  /** The service refused the request as it was sent, or failed, or its answer cannot be read. */
  service: 8,
  /** The service could not be reached, or did not answer in time. */
  network: 9,
  /** The job that was waited for failed. */
  jobFailed: 10,
  jobCancelled: 11,
  /** The time for waiting ran out; the job may still end well. */
  timedOut: 124,
  /** Ctrl-C. */
  interrupted: 130,
  /** Who read standard output went away: what a shell says of a program that SIGPIPE ended. */
  brokenPipe: 141,
} as const;

export type ExitStatus = (typeof exit)[keyof typeof exit];

/** The exit status for an HTTP status that is no success. */
export function exitOfStatus(status: number): ExitStatus {
  if (status === 401) return exit.signIn;
  if (status === 402 || status === 403) return exit.refused;
  if (status === 404 || status === 410) return exit.notFound;
  if (status === 409) return exit.conflict;
  if (status === 429) return exit.rateLimit;
  return exit.service;
}
