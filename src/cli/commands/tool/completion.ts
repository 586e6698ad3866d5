import { UsageError } from '../../errors/errors.ts';
import { shells } from '../../local/completion-files.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { choice, needed, optional, toggle } from '../../model/values.ts';

const completion = defineCommand({
  name: 'completion',
  about:
    'Give a shell name to print its completion script. install writes the script to the folder where your shell looks for it, then lists what it did and what you still have to do. A file of your own, such as .zshrc, is changed only with --yes, and only if the shell needs it. Completions are static: typing never starts Node.',
  arguments: {
    what: needed(
      choice([...shells, 'install'], `Shell to print a script for (${shells.join(', ')}), or install`),
    ),
    shell: optional(choice(shells, 'With install: the shell (default: from $SHELL)')),
  },
  flags: {
    yes: toggle('With install: also add the needed lines to the start-up file of the shell'),
  },
  examples: [
    { does: 'Install it for the shell you use', line: 'completion install' },
    { does: 'Try it in this bash only', line: 'completion bash > vau.bash' },
    { does: 'Install for zsh and change its start-up file', line: 'completion install zsh --yes' },
  ],
  plan: ({ what, shell, yes = false }) => {
    if (what !== 'install' && shell !== undefined)
      throw new UsageError(`vau completion ${what} takes no other argument`, {
        next: `vau completion install ${shell}`,
      });
    return local(async (session) => {
      if (what === 'install') {
        const { install } = await import('../../local/completion-install.ts');
        return install(session, shell, yes);
      }
      const { completionText } = await import('../../local/completion-files.ts');
      const text = await completionText(what);
      return { value: { shell: what, script: text }, text };
    });
  },
});

export const commands = [completion];
