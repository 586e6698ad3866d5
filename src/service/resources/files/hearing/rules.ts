import type { SpeechProviderName } from '../../../context/speech-settings.ts';
import { badRequest } from '../../../errors.ts';
import type { RequestContext } from '../../../http/handler.ts';
import { speechStatus } from '../../../understanding/index.ts';
import type { FileRow } from '../../common/lookup.ts';

/**
 * Checks that a provider can recognise something on this machine.
 * @throws 400 saying what is missing, and which providers are ready
 */
export async function checkProvider(
  ctx: RequestContext,
  name: SpeechProviderName | undefined,
  file?: FileRow,
): Promise<void> {
  if (name === undefined) return;
  if (name === 'sidecar' && file && file.subtitle_key === null)
    throw badRequest(`field provider: file ${file.id} was uploaded without subtitles`);
  const { providers } = await speechStatus(ctx.config.speech, ctx.config.dataDir);
  const own = providers.find((provider) => provider.name === name);
  if (own?.ready) return;
  const ready = providers.filter((provider) => provider.ready).map((provider) => provider.name);
  throw badRequest(
    `field provider: ${name} is not ready: ${own?.words ?? 'it is not among the configured providers'}; ready: ${ready.join(', ')}`,
  );
}
