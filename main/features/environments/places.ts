import { defaultEnvironment } from '@common/constants'
import { AppError } from '@common/errors'
import type { DatabasePlace, EnvironmentRepository, StoredEnvironment, StoredProject } from './repository'

/** True for an environment with a database of its own. */
export const hasOwnDatabase = ({ connection, filename }: DatabasePlace): boolean =>
  connection !== null || filename !== null

const named = (all: readonly StoredEnvironment[], name: string): StoredEnvironment | undefined =>
  all.find((each) => each.name === name)

type Reading = Pick<EnvironmentRepository, 'project' | 'list'>

/** Reads a project with its environments. @throws AppError PROJECT_NOT_FOUND */
export async function readProject(
  repository: Reading,
  projectId: string,
): Promise<{ readonly project: StoredProject; readonly all: readonly StoredEnvironment[] }> {
  const [project, all] = await Promise.all([repository.project(projectId), repository.list(projectId)])
  if (project === undefined) throw new AppError('PROJECT_NOT_FOUND')
  return { project, all }
}

/** An environment among the others of its project. */
export interface Found {
  readonly project: StoredProject
  readonly all: readonly StoredEnvironment[]
  /** The default environment may have no row yet. */
  readonly environment: StoredEnvironment | undefined
  /** Database of the default environment. */
  readonly home: DatabasePlace
}

/** @throws AppError PROJECT_NOT_FOUND, ENVIRONMENT_NOT_FOUND */
export async function findEnvironment(repository: Reading, projectId: string, name: string): Promise<Found> {
  const { project, all } = await readProject(repository, projectId)
  const environment = named(all, name)
  if (environment === undefined && name !== defaultEnvironment)
    throw new AppError('ENVIRONMENT_NOT_FOUND', { environment: name })
  return { project, all, environment, home: homePlace(all, project) }
}

/** Returns the database of the default environment, which its row holds only while another database is in use. */
export function homePlace(
  all: readonly StoredEnvironment[],
  project: Pick<StoredProject, 'connection' | 'filename'>,
): DatabasePlace {
  const row = named(all, defaultEnvironment)
  return { connection: row?.connection ?? project.connection, filename: row?.filename ?? project.filename }
}

/** Returns the database of an environment: its own, or that of the default one. */
export function placeOf(
  all: readonly StoredEnvironment[],
  project: Pick<StoredProject, 'connection' | 'filename'>,
  name: string,
): DatabasePlace {
  const home = homePlace(all, project)
  const row = named(all, name)
  if (name === defaultEnvironment || row === undefined || !hasOwnDatabase(row)) return home
  return { connection: row.connection, filename: row.filename ?? '' }
}

export const isSamePlace = (one: DatabasePlace, other: DatabasePlace): boolean =>
  one.connection === other.connection && (one.connection !== null || one.filename === other.filename)

/** Returns the id of the environment that a database belongs to; empty for the default one. */
export function ownerOf(all: readonly StoredEnvironment[], name: string): string {
  const row = named(all, name)
  return name === defaultEnvironment || row === undefined || !hasOwnDatabase(row) ? '' : row.id
}

/** True if the database of an environment is in production. One without a mark is like the default environment. */
export function isInProduction(
  all: readonly StoredEnvironment[],
  project: Pick<StoredProject, 'working' | 'production'>,
  name: string,
): boolean {
  if (name === project.working) return project.production
  const row = named(all, name)
  const mark = row?.production ?? null
  if (mark !== null) return mark === 1
  return name !== defaultEnvironment && row !== undefined && !hasOwnDatabase(row)
    ? isInProduction(all, project, defaultEnvironment)
    : false
}
