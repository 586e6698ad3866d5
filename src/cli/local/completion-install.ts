/** Installs a completion where its shell looks for it. */
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../media/make-folder.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { completionText, type Shell } from './completion-files.ts';
import { shellOf, type Target, targetFor } from './completion-target.ts';

/**
 * Writes the completion and reports what changed. @param given the shell; default from $SHELL @param yes
 * whether the start-up file may be changed @throws UsageError when $SHELL names no known shell
 */
export async function install(session: Session, given: Shell | undefined, yes: boolean): Promise<Result> {
  const shell = given ?? shellOf(session.env);
  const { file, startup, note } = targetFor(shell, session.env);
  makeFolder(path.dirname(file));
  await place(file, await completionText(shell));
  const missing = startup && !(await holds(startup.file, startup.lines)) ? startup : undefined;
  const changed = missing !== undefined && yes;
  if (changed) {
    makeFolder(path.dirname(missing.file));
    await appendFile(missing.file, `\n# Completion of vau\n${missing.lines.join('\n')}\n`);
  }
  const text = [`Wrote ${file}.`, ...startupLines(missing, changed), note].join('\n');
  const left = missing && !changed ? { file: missing.file, lines: missing.lines } : null;
  return { value: { shell, file, changed: changed ? missing.file : null, to_add: left }, text };
}

function startupLines(missing: Target['startup'], changed: boolean): string[] {
  if (!missing) return [];
  if (changed) return [`Added to ${missing.file}: ${missing.lines.join('; ')}`];
  return [
    `Add to ${missing.file} (or repeat the command with --yes):`,
    ...missing.lines.map((line) => `  ${line}`),
  ];
}

async function holds(file: string, lines: readonly string[]): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const present = text.split('\n').map((line) => line.trim());
  return lines.every((line) => present.includes(line));
}

/** Writes atomically: a shell may be reading the file. */
async function place(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, text);
  await rename(temporary, file);
}
