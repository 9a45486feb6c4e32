import { access, constants } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, delimiter, isAbsolute } from 'node:path'

/** A running shell, as far as sessions use it. */
export interface Pty {
  readonly onData: (listener: (data: string) => void) => void
  readonly onExit: (listener: (code: number) => void) => void
  readonly write: (data: string) => void
  readonly resize: (columns: number, rows: number) => void
  /** Stops reading, which blocks the program. */
  readonly pause: () => void
  readonly resume: () => void
  readonly kill: () => void
  /** Returns the program in front; `isShell` if it is the shell itself. */
  readonly program: () => Program
}

export interface Program {
  readonly name: string
  readonly isShell: boolean
}

/** Size, folder and variables of a new shell. */
export interface ShellStart {
  readonly columns: number
  readonly rows: number
  /** Default: the home folder. */
  readonly folder?: string | undefined
  /** Variables beside those of the user. `PATH` comes before the user's. */
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** Default: the user's shell. */
  readonly program?: { readonly file: string; readonly args: readonly string[] } | undefined
}

/** Starts the user's shell. @throws if the native addon or the shell is missing */
export type SpawnPty = (start: ShellStart) => Promise<Pty>

/**
 * Starts the user's shell. Loads node-pty on first use: it is compiled at installation and may be
 * missing, which must not affect anything else.
 */
export const spawnUserShell: SpawnPty = async ({ columns, rows, folder, environment, program }) => {
  const { default: nodePty } = await import('node-pty')
  const shell = program?.file ?? userShell()
  const cwd = folder ?? homedir()
  // node-pty would open a terminal that ends at once.
  if (isAbsolute(shell)) await access(shell, constants.X_OK)
  await access(cwd, constants.R_OK)
  const pty = nodePty.spawn(shell, [...(program?.args ?? [])], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd,
    env: shellEnvironment(process.env, environment),
  })
  return {
    onData: (listener) => void pty.onData(listener),
    onExit: (listener) => void pty.onExit(({ exitCode }) => listener(exitCode)),
    write: (data) => pty.write(data),
    resize: (toColumns, toRows) => pty.resize(toColumns, toRows),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    kill: () => pty.kill(),
    program: () => {
      const name = basename(pty.process)
      // A login shell calls itself `-bash`.
      return { name, isShell: name.replace(/^-/, '') === basename(shell) }
    },
  }
}

function userShell(): string {
  if (process.platform === 'win32') return process.env['COMSPEC'] ?? 'powershell.exe'
  return process.env['SHELL'] ?? '/bin/sh'
}

/**
 * Returns the user's environment without variables of Basalt (its database address is a secret) and Electron, and with
 * those of the terminal.
 */
export function shellEnvironment(
  environment: NodeJS.ProcessEnv,
  { PATH: firstPath, ...own }: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(BASALT_|ELECTRON_|NODE_OPTIONS$)/.test(entry[0]),
  )
  const users = Object.fromEntries(entries)
  if (firstPath === undefined) return { ...users, ...own, TERM_PROGRAM: 'Basalt' }
  // Windows writes it Path.
  const pathName = Object.keys(users).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [firstPath, users[pathName] ?? ''].filter((part) => part !== '').join(delimiter)
  return { ...users, ...own, [pathName]: path, TERM_PROGRAM: 'Basalt' }
}
