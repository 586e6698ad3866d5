/** Asks once before a command changes the service of a profile that is marked with `confirm always`. */
import type { Client } from '../../../client/client.ts';
import type { Settings } from '../../../config/settings.ts';
import { LocalError, UsageError } from '../../errors/errors.ts';
import { isChange } from '../../model/changes.ts';
import type { Session } from '../../model/session.ts';

/** The question, at most once for a command. */
export interface Guard {
  /**
   * Resolves when the change may be made.
   * @returns whether the user was asked, and agreed
   * @throws UsageError without a terminal; LocalError when the answer is no
   */
  ask(): Promise<boolean>;
  /** The user has agreed to what this command changes. */
  agree(): void;
}

/** @param name the command, as typed @param serviceText the service and where its URL comes from */
export function changeGuard(
  session: () => Session,
  settings: () => Settings,
  name: string,
  serviceText: () => string,
): Guard {
  let asked: Promise<boolean> | undefined;
  const ask = async () => {
    const { flags, interactive, prompts } = session();
    const { confirm } = settings();
    if (confirm.value !== 'always' || flags.yes === true) return false;
    const question = `vau ${name} changes ${serviceText()}, where every change asks (confirm of ${confirm.where}). Continue?`;
    if (!interactive)
      throw new UsageError(`${question} Add --yes to confirm.`, {
        hint: 'vau cannot ask: standard input or standard error is not a terminal.',
      });
    if (!(await (await prompts()).confirm(question)))
      throw new LocalError('Nothing was changed', { code: 'declined' });
    return true;
  };
  return {
    ask() {
      asked ??= ask();
      return asked;
    },
    agree() {
      asked ??= Promise.resolve(false);
    },
  };
}

/** The client, which asks before the first request that changes something, wherever it is sent from. */
export function guarded(client: Client, guard: Guard): Client {
  return {
    ...client,
    async send(id, parts, options) {
      if (isChange(id)) await guard.ask();
      return client.send(id, parts, options);
    },
    async call(id, parts, options) {
      if (isChange(id)) await guard.ask();
      return client.call(id, parts, options);
    },
    async request(request, options) {
      if (request.method !== 'GET') await guard.ask();
      return client.request(request, options);
    },
  };
}
