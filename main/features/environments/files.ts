import { basename } from 'node:path'
import { defaultEnvironment } from '@common/constants'
import { AppError } from '@common/errors'
import type { Queue } from '@common/util/queue'
import { compareModels } from '@main/db/schema-diff'
import type { EnvironmentConnections } from '@main/features/projects'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { findEnvironment, isInProduction } from './places'
import type { EnvironmentRepository } from './repository'

/** Files and marks of environments. Errors: see `common/operations/environments.ts`. */
export interface EnvironmentFiles {
  /** Returns the name of the file. */
  readonly create: (projectId: string, name: string, tables: boolean) => Promise<string>
  /** Returns the name of the removed file; undefined without one. */
  readonly remove: (projectId: string, name: string) => Promise<string | undefined>
  /** Returns the former mark. */
  readonly setProduction: (projectId: string, name: string, production: boolean) => Promise<boolean>
}

export function createEnvironmentFiles(options: {
  readonly repository: EnvironmentRepository
  readonly connections: Pick<EnvironmentConnections, 'createFile' | 'removeFile' | 'openProject' | 'reopen'>
  /** Serializes changes of environments. */
  readonly inTurn: Queue['run']
  readonly clock: Clock
  readonly ids: Ids
}): EnvironmentFiles {
  const { repository, connections, inTurn, clock, ids } = options

  const create: EnvironmentFiles['create'] = async (projectId, name, tables) => {
    const { project, environment, home } = await findEnvironment(repository, projectId, name)
    if (environment === undefined || name === defaultEnvironment)
      throw new AppError('ENVIRONMENT_IS_DEFAULT', { environment: name })
    if (home.connection !== null) throw new AppError('ENVIRONMENT_ON_SERVER')
    if (environment.filename !== null) throw new AppError('ENVIRONMENT_HAS_FILE', { environment: name })
    const source = tables ? await connections.openProject(projectId) : undefined
    const filename = await connections.createFile(projectId, async (database) => {
      const models = source?.dialect.models
      if (source === undefined || models === undefined) return
      const diff = compareModels(await models.read(database), await models.read(source), models)
      const script = models.script(diff)
      if (script.length > 0) await database.changeSchema(script.map(({ sql }) => ({ sql, params: [] })))
    })
    const now = clock.now().toISOString()
    const own = { connection: null, filename }
    await repository.transact([
      repository.addDefault(projectId, ids.hex(16), now),
      repository.setPlace(projectId, defaultEnvironment, home, now),
      repository.setPlace(projectId, name, own, now),
      ...(project.working === name ? [repository.use(projectId, { from: name, to: name, place: own, now })] : []),
    ])
    if (project.working === name) connections.reopen(projectId)
    return basename(filename)
  }

  const remove: EnvironmentFiles['remove'] = async (projectId, name) => {
    const { project, environment } = await findEnvironment(repository, projectId, name)
    if (name === defaultEnvironment) throw new AppError('ENVIRONMENT_IS_DEFAULT', { environment: name })
    if (environment === undefined || environment.filename === null) return undefined
    if (project.working === name) throw new AppError('ENVIRONMENT_IN_USE', { environment: name })
    const { filename } = environment
    const now = clock.now().toISOString()
    await repository.transact([
      ...repository.forgetDatabase(environment.id),
      repository.setPlace(projectId, name, { connection: null, filename: null }, now),
    ])
    await connections.removeFile(projectId, filename)
    return basename(filename)
  }

  const setProduction: EnvironmentFiles['setProduction'] = async (projectId, name, production) => {
    const { project, all } = await findEnvironment(repository, projectId, name)
    const before = isInProduction(all, project, name)
    const now = clock.now().toISOString()
    await repository.transact([
      repository.addDefault(projectId, ids.hex(16), now),
      repository.setProduction(projectId, name, production, now),
      ...(project.working === name ? [repository.setProductionInUse(projectId, production, now)] : []),
    ])
    return before
  }

  return {
    create: (...given) => inTurn(() => create(...given)),
    remove: (...given) => inTurn(() => remove(...given)),
    setProduction: (...given) => inTurn(() => setProduction(...given)),
  }
}
