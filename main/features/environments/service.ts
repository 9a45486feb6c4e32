import { basename } from 'node:path'
import { defaultEnvironment } from '@common/constants'
import { AppError } from '@common/errors'
import { environmentsMax, variablesMax, type ListedEnvironment } from '@common/operations/environments'
import type { Queue } from '@common/util/queue'
import type { VariableValues } from '@common/variables'
import type { MetaStep } from '@main/db/meta'
import type { EnvironmentConnections } from '@main/features/projects'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { SecretBox } from '@main/lib/secret-box'
import type { EnvironmentRepository, StoredEnvironment } from './repository'
import { findEnvironment, homePlace, isInProduction, isSamePlace, placeOf, readProject } from './places'
import { heldVariables, placeOfSecret, shownVariable, type HeldVariable } from './values'

/** A new or changed variable. */
export interface GivenVariable {
  readonly environment: string
  readonly name: string
  readonly formerly?: string | undefined
  readonly value?: string | undefined
  readonly isSecret: boolean
  readonly enabled: boolean
}

/** Environments of projects and their variables. Commands of a process run one at a time. */
export interface EnvironmentService {
  readonly list: (projectId: string) => Promise<ListedEnvironment[]>
  readonly create: (projectId: string, name: string, copyOf: string | undefined) => Promise<void>
  readonly rename: (projectId: string, from: string, to: string) => Promise<void>
  /** Returns the names of its variables. */
  readonly remove: (projectId: string, name: string) => Promise<string[]>
  readonly saveVariable: (
    projectId: string,
    given: GivenVariable,
  ) => Promise<{ readonly before: HeldVariable | undefined; readonly after: HeldVariable }>
  readonly removeVariable: (projectId: string, environment: string, name: string) => Promise<HeldVariable>
  /** Returns the name of the former working environment. */
  readonly change: (projectId: string, name: string) => Promise<string>
  /**
   * Returns the values of the enabled variables, to fill texts (`common/variables`).
   *
   * @param options.environment  default: the working one
   * @param options.secrets  false leaves secrets out: a user could send them to any address. Pass true for users with
   *   `environment.manage`, and for work that they have set up, such as automations
   * @throws AppError ENVIRONMENT_NOT_FOUND
   */
  readonly values: (
    projectId: string,
    options: { readonly environment?: string | undefined; readonly secrets: boolean },
  ) => Promise<VariableValues>
  /**
   * Rejects a call that names another environment with another database than the one in use. Ignores unknown names, as
   * the original did.
   *
   * @throws AppError ENVIRONMENT_NOT_WORKING
   */
  readonly check: (projectId: string, environment: string) => Promise<void>
}

export interface EnvironmentServiceOptions {
  readonly repository: EnvironmentRepository
  readonly box: SecretBox
  readonly connections: Pick<EnvironmentConnections, 'open' | 'reopen' | 'removeFile'>
  /** Serializes changes of environments. */
  readonly inTurn: Queue['run']
  readonly clock: Clock
  readonly ids: Ids
}

export function createEnvironmentService(options: EnvironmentServiceOptions): EnvironmentService {
  const { repository, box, connections, inTurn, clock, ids } = options
  const now = (): string => clock.now().toISOString()
  const { found, asStored } = createLookups(repository, ids, now)

  return {
    list: (projectId) => listed(options, projectId),

    create: (projectId, name, copyOf) =>
      inTurn(async () => {
        const all = await repository.list(projectId)
        checkFree(all, name)
        if (all.length >= environmentsMax) throw new AppError('ENVIRONMENTS_FULL', { limit: environmentsMax })
        const source = copyOf === undefined ? undefined : await found(projectId, copyOf)
        const variables = source?.id === undefined ? [] : await repository.variables(source.id)
        const id = ids.hex(16)
        await repository.transact([
          repository.add(projectId, { id, name }, now()),
          ...variables.map((variable) => repository.saveVariable(id, variable, now())),
        ])
      }),

    rename: (projectId, from, to) =>
      inTurn(async () => {
        checkNotDefault(from)
        const environment = await asStored(projectId, from)
        const all = await repository.list(projectId)
        checkFree(
          all.filter(({ id }) => id !== environment.id),
          to,
        )
        const project = await projectOf(repository, projectId)
        await repository.transact([
          repository.rename(environment.id, to, now()),
          ...(project.working === from ? [repository.use(projectId, { from, to, place: project, now: now() })] : []),
        ])
      }),

    remove: (projectId, name) =>
      inTurn(async () => {
        checkNotDefault(name)
        const environment = await asStored(projectId, name)
        if ((await projectOf(repository, projectId)).working === name)
          throw new AppError('ENVIRONMENT_IN_USE', { environment: name })
        const variables = await repository.variables(environment.id)
        await repository.transact(repository.remove(environment.id))
        if (environment.filename !== null) await connections.removeFile(projectId, environment.filename)
        return variables.map((variable) => variable.name)
      }),

    saveVariable: (projectId, given) => inTurn(() => saveVariable(options, asStored, projectId, given)),

    removeVariable: (projectId, environment, name) =>
      inTurn(async () => {
        const { id } = await found(projectId, environment)
        const variables = id === undefined ? [] : await heldVariables(repository, box, id)
        const variable = variables.find((each) => each.name === name)
        if (variable === undefined || id === undefined) throw new AppError('VARIABLE_NOT_FOUND', { name })
        await repository.transact(repository.removeVariable(id, name))
        return variable
      }),

    change: (projectId, name) => inTurn(() => changeWorking(options, projectId, name)),

    values: async (projectId, { environment, secrets }) => {
      const name = environment ?? (await projectOf(repository, projectId)).working
      const { id } = await found(projectId, name)
      const variables = id === undefined ? [] : await heldVariables(repository, box, id)
      return new Map(
        variables.flatMap(({ name: variable, value, isSecret, enabled }) =>
          enabled && value !== undefined && (secrets || !isSecret) ? [[variable, value] as const] : [],
        ),
      )
    },

    check: async (projectId, environment) => {
      const project = await repository.project(projectId)
      if (project === undefined || project.working === environment) return
      const all = await repository.list(projectId)
      const named = all.find(({ name }) => name === environment)
      if (named === undefined && environment !== defaultEnvironment) return
      if (!isSamePlace(placeOf(all, project, environment), project))
        throw new AppError('ENVIRONMENT_NOT_WORKING', { environment, working: project.working })
    },
  }
}

/** An environment that may have no row yet: the default one. */
type FoundEnvironment = Omit<StoredEnvironment, 'id' | 'name'> & { readonly id: string | undefined }

function createLookups(repository: EnvironmentRepository, ids: Ids, now: () => string) {
  const found = async (projectId: string, name: string): Promise<FoundEnvironment> => {
    const environment = (await repository.list(projectId)).find((each) => each.name === name)
    if (environment === undefined && name !== defaultEnvironment)
      throw new AppError('ENVIRONMENT_NOT_FOUND', { environment: name })
    return environment ?? { id: undefined, connection: null, filename: null, production: null }
  }
  /** Adds the row of the default environment where it is missing. */
  const asStored = async (projectId: string, name: string): Promise<StoredEnvironment> => {
    const { id, ...rest } = await found(projectId, name)
    if (id !== undefined) return { ...rest, id, name }
    await repository.transact([repository.addDefault(projectId, ids.hex(16), now())])
    const stored = (await repository.list(projectId)).find((each) => each.name === name)
    if (stored === undefined) throw new AppError('PROJECT_NOT_FOUND')
    return stored
  }
  return { found, asStored }
}

async function projectOf(repository: EnvironmentRepository, projectId: string) {
  const project = await repository.project(projectId)
  if (project === undefined) throw new AppError('PROJECT_NOT_FOUND')
  return project
}

function checkFree(all: readonly StoredEnvironment[], name: string): void {
  const isTaken = (other: string): boolean => other.toLowerCase() === name.toLowerCase()
  if (isTaken(defaultEnvironment) || all.some((each) => isTaken(each.name)))
    throw new AppError('ENVIRONMENT_NAME_TAKEN', { environment: name })
}

function checkNotDefault(environment: string): void {
  if (environment === defaultEnvironment) throw new AppError('ENVIRONMENT_IS_DEFAULT', { environment })
}

async function listed(options: EnvironmentServiceOptions, projectId: string): Promise<ListedEnvironment[]> {
  const { repository, box, connections } = options
  const { project, all } = await readProject(repository, projectId)
  const rest = all.filter(({ name }) => name !== defaultEnvironment)
  const first = all.find(({ name }) => name === defaultEnvironment) ?? { id: undefined, name: defaultEnvironment }
  const addressOf = (sealed: string | null): ListedEnvironment['server'] => {
    const settings = sealed === null ? undefined : connections.open(projectId, sealed)?.settings
    if (settings === undefined) return null
    const { kind, host, port, database } = settings
    return { kind, host, port, database }
  }
  return Promise.all(
    [{ ...first, ...homePlace(all, project) }, ...rest].map(async ({ id, name, connection, filename }) => ({
      name,
      isWorking: name === project.working,
      isDefault: name === defaultEnvironment,
      production: isInProduction(all, project, name),
      server: addressOf(connection),
      file: connection !== null || filename === null || filename === '' ? null : basename(filename),
      variables: id === undefined ? [] : (await heldVariables(repository, box, id)).map(shownVariable),
    })),
  )
}

async function saveVariable(
  { repository, box, clock }: EnvironmentServiceOptions,
  asStored: (projectId: string, name: string) => Promise<StoredEnvironment>,
  projectId: string,
  { environment, name, formerly, value: given, isSecret, enabled }: GivenVariable,
): Promise<{ readonly before: HeldVariable | undefined; readonly after: HeldVariable }> {
  const now = clock.now().toISOString()
  const { id } = await asStored(projectId, environment)
  const variables = await heldVariables(repository, box, id)
  const before = variables.find((each) => each.name === (formerly ?? name))
  if (formerly !== undefined && before === undefined) throw new AppError('VARIABLE_NOT_FOUND', { name: formerly })
  const isNewName = formerly !== undefined && formerly !== name
  if (isNewName && variables.some((each) => each.name === name)) throw new AppError('VARIABLE_NAME_TAKEN', { name })
  if (before === undefined && variables.length >= variablesMax)
    throw new AppError('VARIABLES_FULL', { limit: variablesMax })
  // A secret stays one: a stored value never becomes readable.
  const stored = before?.isSecret === true && !isSecret ? undefined : before?.value
  const value = given ?? stored
  if (value === undefined) throw new AppError('VARIABLE_VALUE_MISSING', { name })
  const steps: MetaStep[] = [
    ...(isNewName ? repository.removeVariable(id, formerly) : []),
    repository.saveVariable(id, { name, content: isSecret ? null : value, enabled: enabled ? 1 : 0 }, now),
    isSecret
      ? repository.saveSecret(id, name, box.seal(value, placeOfSecret(id, name)), now)
      : repository.removeSecret(id, name),
  ]
  await repository.transact(steps)
  return { before, after: { name, value, isSecret, enabled } }
}

/** Swaps the database in use and the name of the working environment, in one transaction. */
async function changeWorking(
  { repository, connections, clock, ids }: EnvironmentServiceOptions,
  projectId: string,
  to: string,
): Promise<string> {
  const { project, all, home } = await findEnvironment(repository, projectId, to)
  const { working: from } = project
  if (from === to) return from
  const place = placeOf(all, project, to)
  if (place.connection !== null && connections.open(projectId, place.connection) === undefined)
    throw new AppError('CONNECTION_UNREADABLE')
  const now = clock.now().toISOString()
  const production = isInProduction(all, project, to)
  await repository.transact([
    repository.addDefault(projectId, ids.hex(16), now),
    ...(isSamePlace(place, project) ? [] : [repository.setPlace(projectId, defaultEnvironment, home, now)]),
    // The mark of the database in use is that of the project.
    repository.setProduction(projectId, from, project.production, now),
    ...(production === project.production ? [] : [repository.setProductionInUse(projectId, production, now)]),
    repository.use(projectId, { from, to, place, now }),
  ])
  connections.reopen(projectId)
  return from
}
