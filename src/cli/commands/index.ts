/** Where each noun's commands are; a module is loaded when its noun is typed. */
import type { Command } from '../model.ts';

interface Module {
  readonly commands: readonly Command[];
}

export const modules: Readonly<Record<string, () => Promise<Module>>> = {
  share: () => import('./share.ts'),
};
