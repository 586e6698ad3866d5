export { baseAddress } from './address.ts';
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type Parts,
} from './client.ts';
export { ApiError, ClientError, NetworkError } from './errors.ts';
export { everyItem } from './pages.ts';
export type { LooseParts } from './prepare.ts';
export { type Look, type Outcome, type WaitOptions, waitUntilDone } from './wait/engine.ts';
export { idOf, look, type Seen, type WaitKind, type WaitTarget, waitKinds } from './wait/kinds.ts';
export { type End, type SeveralOptions, waitForSeveral } from './wait/several.ts';
