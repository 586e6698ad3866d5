/**
 * The client of the API: requests, retries, pages, uploads and waiting. It knows no command; the library has a
 * client of its own.
 */

export { baseAddress } from './address.ts';
export type {
  CallOptions,
  Client,
  ClientOptions,
  Parts,
} from './client.ts';
export { createClient } from './create.ts';
export { ApiError, ClientError, NetworkError } from './errors.ts';
export { everyItem } from './pages.ts';
export type { LooseParts } from './prepare.ts';
export { type Look, type Outcome, type WaitOptions, waitUntilDone } from './wait/engine.ts';
export { idOf, look, type Seen, type WaitKind, type WaitTarget, waitKinds } from './wait/kinds.ts';
export { type End, type SeveralOptions, waitForSeveral } from './wait/several.ts';
