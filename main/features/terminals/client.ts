import { access, constants, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { ClientProgram } from '@main/db/client-program'

/** A program that runs in a terminal instead of a shell. */
export interface StartedClient {
  readonly file: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Deletes its files. */
  readonly end: () => void
}

/** Returns the file of an installed program; undefined without one. */
export async function installed(
  name: string,
  { PATH = '', Path = PATH }: NodeJS.ProcessEnv,
  platform: string,
): Promise<string | undefined> {
  for (const folder of Path.split(delimiter).filter((part) => part !== '')) {
    const file = join(folder, platform === 'win32' ? `${name}.exe` : name)
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return file
  }
  return undefined
}

/**
 * Prepares a client program. Its files are in a new folder that only this user can read.
 *
 * @param program  names its arguments for the folder
 */
export async function startClient(
  program: (folder: string) => ClientProgram,
  find: (name: string) => Promise<string | undefined>,
  report: (error: unknown) => void,
): Promise<StartedClient | undefined> {
  const file = await find(program('').name)
  if (file === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'basalt-client-'))
  const end = (): void => void rm(folder, { recursive: true, force: true }).catch(report)
  try {
    const { args, environment, files } = program(folder)
    for (const [name, text] of Object.entries(files))
      await writeFile(join(folder, name), text, { mode: 0o600, flag: 'wx' })
    return { file, args, environment, end }
  } catch (error) {
    end()
    throw error
  }
}
