/** Commands that set something up, as a service names them: it does not know which data folder they take by themselves. */
import { folderOfService } from '../../config/index.ts';
import { commandNames } from '../model/catalogue/catalogue.ts';
import type { Session } from '../model/session.ts';
import { shellWord } from '../terminal/shell-word.ts';

const settingUp = new RegExp(
  `\\bvau (?:${commandNames.filter((name) => name.startsWith('setup ')).join('|')})\\b(?! --)`,
  'g',
);

/** A text of a service, with its data folder in each command that sets something up, where it is one of this machine and not in the usual folder. */
export async function setUpThere({ settings, env }: Session, text: string): Promise<string> {
  if (text.search(settingUp) < 0) return text;
  const { base_url } = await settings();
  const address = base_url.value ?? '';
  const folder = URL.canParse(address) ? folderOfService(new URL(address).host, env) : undefined;
  if (folder === undefined) return text;
  return text.replace(settingUp, (command) => `${command} --data-dir ${shellWord(folder)}`);
}
