import { defaultEnvironment } from '@common/constants'
import type { DatabasePlace, StoredEnvironment, StoredProject } from './repository'

/** True for an environment with a database of its own. */
export const hasOwnDatabase = ({ connection, filename }: DatabasePlace): boolean =>
  connection !== null || filename !== null

const named = (all: readonly StoredEnvironment[], name: string): StoredEnvironment | undefined =>
  all.find((each) => each.name === name)

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
  return { connection: row.connection, filename: row.filename ?? (row.connection === null ? home.filename : '') }
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
