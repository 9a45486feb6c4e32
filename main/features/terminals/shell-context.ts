import { dirname, join } from 'node:path'
import { AppError } from '@common/errors'
import type { Project } from '@common/model'
import { permits, type Person, type Principal } from '@common/principal'
import type { ClientProgram } from '@main/db/client-program'
import type { TemporaryToken } from '@main/features/api-tokens'
import { privateFolder } from '@main/lib/private-files'
import { installed, startClient, type StartedClient } from './client'

export interface ShellContextOptions {
  readonly principal: (token: string, projectId: string) => Principal | Promise<Principal>
  readonly token: (of: {
    readonly userId: number
    readonly projectId: string
    readonly title: string
  }) => TemporaryToken
  readonly project: (projectId: string) => Promise<Project>
  /** Returns the client program of a project's database; undefined for kinds without one. */
  readonly client: (projectId: string) => Promise<((folder: string) => ClientProgram) | undefined>
  readonly profileFolder: string
  /** Address of this server. */
  readonly address: () => string
  readonly report: (error: unknown) => void
}

/** Folder and variables of a terminal, and the program that runs in it instead of a shell. */
export interface ProjectShell {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly program?: Pick<StartedClient, 'file' | 'args'>
  readonly end: () => void
}

export interface ShellContexts {
  /**
   * @param withClient  runs the client program of the database
   * @throws AppError PROJECT_NOT_FOUND, NOT_ALLOWED, NOT_SUPPORTED
   */
  readonly open: (sessionToken: string, projectId: string, withClient: boolean) => Promise<ProjectShell>
  /** Returns the name of the client program that a user can start; undefined without one. */
  readonly clientOf: (sessionToken: string, projectId: string) => Promise<string | undefined>
}

/** Name of the token of a terminal in audit and history. */
const tokenTitle = 'Terminal'

/**
 * Prepares terminals of projects: in the folder of a file that was opened in place, else in a folder of the profile.
 * Their token grants what their user may do, while the terminal is open.
 */
export function createShellContexts(options: ShellContextOptions): ShellContexts {
  const { principal, token, project, client, report } = options
  const find = (name: string): Promise<string | undefined> => installed(name, process.env, process.platform)

  const member = async (sessionToken: string, projectId: string): Promise<Person> => {
    const person = await principal(sessionToken, projectId)
    if (person.kind !== 'person' || person.projectId === undefined) throw new AppError('PROJECT_NOT_FOUND')
    return person
  }
  /** A client has the whole connection, so its user must be one who may change it. */
  const mayConnect = (person: Person): boolean => permits(person, 'project.configure') && person.access === undefined

  const startedClient = async (person: Person, projectId: string): Promise<StartedClient> => {
    if (!mayConnect(person)) throw new AppError('NOT_ALLOWED')
    const program = await client(projectId)
    const started = program && (await startClient(program, find, report))
    if (started === undefined) throw new AppError('NOT_SUPPORTED')
    return started
  }
  return {
    clientOf: async (sessionToken, projectId) => {
      const person = await member(sessionToken, projectId)
      const name = mayConnect(person) ? (await client(projectId))?.('').name : undefined
      return name !== undefined && (await find(name)) !== undefined ? name : undefined
    },
    open: async (sessionToken, projectId, withClient) => {
      const person = await member(sessionToken, projectId)
      const { source, filename } = await project(projectId)
      const isInPlace = source !== 'builtIn' && source !== 'server'
      const folder = isInPlace ? dirname(filename) : join(options.profileFolder, 'workspaces', projectId)
      if (!isInPlace) await privateFolder(folder)
      const started = withClient ? await startedClient(person, projectId) : undefined
      const { token: text, end } = token({ userId: person.userId, projectId, title: tokenTitle })
      return {
        folder,
        environment: {
          BASALT_URL: options.address(),
          BASALT_PROJECT: projectId,
          BASALT_TOKEN: text,
          ...started?.environment,
        },
        ...(started && { program: { file: started.file, args: started.args } }),
        end: () => {
          end()
          started?.end()
        },
      }
    },
  }
}
