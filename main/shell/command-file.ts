import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isCommandWord } from '@common/constants/command-names'
import { shellText } from '@common/util/code-texts'

/** Argument that makes the application run the command `basalt` instead of opening a window. */
const commandArgument = '--basalt-command'
/** Chromium takes what follows for texts, not for its own options. */
const endOfOptions = '--'

/** How to start a program: its file, and the arguments before the user's. */
export interface Launcher {
  readonly file: string
  readonly args: readonly string[]
}

/**
 * Returns how to run the command with the desktop application.
 *
 * @param appPath  folder of the application; undefined in a package, whose binary knows it
 */
export function appLauncher(file: string, appPath: string | undefined, platform: string): Launcher {
  return {
    file,
    args: [
      ...(appPath === undefined ? [] : [appPath]),
      // An AppImage can't set up the sandbox of Chromium on every system. The command opens no page that would need it.
      ...(platform === 'linux' ? ['--no-sandbox'] : []),
      commandArgument,
      endOfOptions,
    ],
  }
}

/**
 * Returns the arguments of the command `basalt`; undefined if the application was started to open a window. The deb links
 * the application as `/usr/bin/basalt`, so it is the command if a word of the command follows.
 */
export function argumentsOfCommand(argv: readonly string[]): string[] | undefined {
  const at = argv.indexOf(commandArgument)
  if (at < 0) return isCommandWord(argv[1]) ? argv.slice(1) : undefined
  return argv.slice(at + (argv[at + 1] === endOfOptions ? 2 : 1))
}

/**
 * Writes the command `basalt` for terminals: a script that starts this application, so both have the same version.
 *
 * @returns the folder for the PATH
 */
export async function writeCommandFile(folder: string, launcher: Launcher, platform: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, platform === 'win32' ? 'basalt.cmd' : 'basalt')
  await writeFile(file, platform === 'win32' ? batch(launcher) : script(launcher), { mode: 0o700 })
  // The mode counts for new files only.
  if (platform !== 'win32') await chmod(file, 0o700)
  return folder
}

function script({ file, args }: Launcher): string {
  return `#!/bin/sh\nexec ${[file, ...args].map(shellText).join(' ')} "$@"\n`
}

function batch({ file, args }: Launcher): string {
  return `@echo off\r\n${[file, ...args].map((part) => `"${part.replaceAll('%', '%%')}"`).join(' ')} %*\r\n`
}
