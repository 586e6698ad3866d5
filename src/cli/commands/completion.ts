import { UsageError } from '../errors/errors.ts';
import { shells } from '../local/completion-files.ts';
import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { choice, needed, optional, toggle } from '../model/values.ts';

const completion = defineCommand({
  name: 'completion',
  about:
    'Give the name of a shell to print its completion script. install writes the script to the folder where that shell looks for it, and says what it did and what is left to do. A file that you wrote yourself, such as .zshrc, is changed with --yes only, and only where the shell needs it. The completions are static: no Node is started while you type.',
  arguments: {
    what: needed(choice([...shells, 'install'], `${shells.join(', ')} to print; or install`)),
    shell: optional(choice(shells, 'With install: the shell (default that of $SHELL)')),
  },
  flags: {
    yes: toggle('With install: also add the lines that are needed to the start-up file of the shell'),
  },
  examples: [
    { does: 'Install it for the shell you use', line: 'completion install' },
    { does: 'Try it in this bash only', line: 'completion bash > vau.bash' },
    { does: 'zsh, start-up file included', line: 'completion install zsh --yes' },
  ],
  plan: ({ what, shell, yes = false }) => {
    if (what !== 'install' && shell !== undefined)
      throw new UsageError(`vau completion ${what} takes nothing more`, {
        next: `vau completion install ${shell}`,
      });
    return local(async (session) => {
      if (what === 'install') {
        const { install } = await import('../local/completion-install.ts');
        return install(session, shell, yes);
      }
      const { completionText } = await import('../local/completion-files.ts');
      const text = await completionText(what);
      return { value: { shell: what, script: text }, text };
    });
  },
});

export const commands = [completion];
