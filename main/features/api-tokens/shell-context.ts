import { dirname, join } from 'node:path'
import { AppError } from '@common/errors'
import type { Project } from '@common/model'
import type { Principal } from '@common/principal'
import { privateFolder } from '@main/lib/private-files'
import type { TemporaryToken } from './temporary'

export interface ShellContextOptions {
  readonly principal: (token: string, projectId: string) => Principal | Promise<Principal>
  readonly token: (of: {
    readonly userId: number
    readonly projectId: string
    readonly title: string
  }) => TemporaryToken
  readonly project: (projectId: string) => Promise<Project>
}

/** Name of the token of a terminal in audit and history. */
const tokenTitle = 'Terminal'

/**
 * Prepares terminals of projects: in the folder of a file that was opened in place, else in a folder of the profile.
 * Their token grants what their user may do, while the terminal is open.
 */
export function createShellContexts({ principal, token, project }: ShellContextOptions) {
  return async (sessionToken: string, projectId: string, profileFolder: string, address: string) => {
    const person = await principal(sessionToken, projectId)
    if (person.kind !== 'person' || person.projectId === undefined) throw new AppError('PROJECT_NOT_FOUND')
    const { source, filename } = await project(projectId)
    const isInPlace = source !== 'builtIn' && source !== 'server'
    const folder = isInPlace ? dirname(filename) : join(profileFolder, 'workspaces', projectId)
    if (!isInPlace) await privateFolder(folder)
    const { token: text, end } = token({ userId: person.userId, projectId, title: tokenTitle })
    return {
      folder,
      environment: { BASALT_URL: address, BASALT_PROJECT: projectId, BASALT_TOKEN: text },
      end,
    }
  }
}
