/** A move is refused or has failed; the message says why and what to do. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}
