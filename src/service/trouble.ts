import { isDiskFull, messageOf } from './errors.ts';

/** What the media programs and the models report when they were ended or held up from outside, and what a short machine says. */
const TROUBLES: readonly unknown[] = ['disturbed', 'missing', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EIO'];

/** Whether work failed because of the machine that it ran on, and not because of what it worked on: it is worth another try. */
export function isMachineTrouble(error: unknown): boolean {
  return causesOf(error).some(
    (one) => isDiskFull(one) || TROUBLES.includes((one as { code?: unknown }).code),
  );
}

/** Whether work failed because the disk is full: it can go on once there is room, however often that takes. */
export function isNoRoom(error: unknown): boolean {
  return causesOf(error).some(isDiskFull);
}

/** An error and what caused it. */
function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** Originals have this name, in place that of an open file; temporary files have a random one. */
const OWN_COPY = /^(original|\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.\w+)?): /;

/** The message of an error without the name of our own copy of a file, which means nothing to people. */
export function reasonOf(error: unknown): string {
  return messageOf(error).replace(OWN_COPY, '');
}
