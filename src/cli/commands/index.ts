/** Where each noun's commands are; a module is loaded when its noun is typed. */
import type { Command } from '../model.ts';

interface Module {
  readonly commands: readonly Command[];
}

export const modules: Readonly<Record<string, () => Promise<Module>>> = {
  probe: () => import('./probe.ts'),
  quickstart: () => import('./quickstart.ts'),
  serve: () => import('./serve.ts'),
  service: () => import('./service.ts'),
  setup: () => import('./setup.ts'),
  share: () => import('./share.ts'),
};
