import { isDeepStrictEqual } from 'node:util'
import { defaultEnvironment } from '@common/constants'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { ConnectionSettings } from '@common/model/connection'
import type { projectOperations } from '@common/operations/projects'
import type { z } from 'zod'

type ProjectFile = z.output<(typeof projectOperations)['projectCreateByWeb']['input']>['projectJson']
type Target = ProjectFile['envs'][string]['db'][number]

/** An environment in a project file of the original. */
export interface EnvironmentOfFile {
  readonly name: string
  /** The own database; undefined for one that uses the database of the project. */
  readonly settings: ConnectionSettings | undefined
  readonly variables: readonly { readonly name: string; readonly value: string; readonly enabled: boolean }[]
}

export interface PlannedProject {
  /** Database of the project. */
  readonly target: Target
  readonly environments: readonly EnvironmentOfFile[]
  /** Name of the working environment. */
  readonly working: string
}

/**
 * Splits a project file into the database of the project and its environments.
 *
 * @throws AppError INPUT_INVALID without a database, ENVIRONMENT_ON_FILE for several SQLite files
 */
export function plannedProject({ envs, workingEnv, apiClient }: ProjectFile): PlannedProject {
  const [first] = Object.keys(envs)
  const working = workingEnv !== undefined && Object.hasOwn(envs, workingEnv) ? workingEnv : nameIn(envs, first)
  const target = envs[nameIn(envs, working)]?.db[0]
  if (working === undefined || target === undefined)
    throw new AppError('INPUT_INVALID', {
      problems: [message('inputProblems.noDatabase', { field: 'projectJson.envs' })],
    })
  const environments = Object.entries(envs).map(([name, { db, apiClient: own }]): EnvironmentOfFile => {
    const data = own?.data ?? (name === working ? apiClient?.data : undefined) ?? []
    return {
      name,
      settings: ownSettings(db[0], target),
      variables: data.map(({ key, value, enabled }) => ({ name: key, value, enabled })),
    }
  })
  return { target, environments, working }
}

/** The default environment if the file has it. */
const nameIn = (envs: ProjectFile['envs'], other: string | undefined): string =>
  Object.hasOwn(envs, defaultEnvironment) ? defaultEnvironment : (other ?? '')

function ownSettings(target: Target | undefined, home: Target): ConnectionSettings | undefined {
  if (target === undefined || isDeepStrictEqual(target, home)) return undefined
  // Environments on files get them by `environmentFileCreate`.
  if (!('settings' in target)) throw new AppError('ENVIRONMENT_ON_FILE')
  if (!('settings' in home)) throw new AppError('ENVIRONMENT_OTHER_KIND')
  return target.settings
}
