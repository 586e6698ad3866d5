/** Tokens that two services on one store accept, and what they say after one is revoked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../../../src/service/accounts/accounts.ts';
import { revokeTokens } from '../../../../src/service/accounts/revoke-tokens.ts';
import { createToken } from '../../../../src/service/accounts/tokens.ts';
import { type OpenService, openService } from '../../../../src/service/index.ts';
import { openStore, type Store } from '../../../../src/service/store/open-store.ts';
import { isOnServer, newTestStore } from '../../../support/store.ts';
import { type TestService, testService } from '../../../support/service.ts';
