import { serviceIds, serviceOf, type ServiceId, type ServiceValues } from '@common/plugins/services'
import {
  deleteFrom,
  insertOrUpdate,
  metaTables,
  updateIn,
  type MetaStep,
  type MetaStore,
  type ServiceRow,
} from '@main/db/meta'
import type { SecretBox } from '@main/lib/secret-box'
import { z } from 'zod'

const { services, attachments, fileMoves, fileCopies, snapshots, snapshotFiles } = metaTables

/** A service that is set up, with its secrets: for the server only. */
export interface InstalledService {
  readonly service: ServiceId
  readonly isActive: boolean
  /** A field is missing if its secret can't be decrypted any more. */
  readonly values: ServiceValues
}

/** SQL of services. */
export interface ServiceRepository {
  readonly list: () => Promise<InstalledService[]>
  readonly find: (service: ServiceId) => Promise<InstalledService | undefined>
  /** Stores a service. An active mail service or storage replaces the one before. */
  readonly save: (service: InstalledService, now: string) => Promise<void>
  readonly setActive: (service: ServiceId, active: boolean, now: string) => Promise<void>
  readonly remove: (service: ServiceId) => Promise<void>
  /** Counts the files and snapshots in a storage, and the move there. */
  readonly filesIn: (service: ServiceId) => Promise<number>
}

const valuesShape = z.record(z.string(), z.string())

export function createServiceRepository(store: MetaStore, box: SecretBox): ServiceRepository {
  const installed = (row: ServiceRow): InstalledService[] => {
    const service = serviceIds.find((id) => id === row.service)
    if (service === undefined) return []
    const opened = box.open(row.sealed, row.service)
    const secrets = opened === undefined ? {} : parsed(opened)
    return [{ service, isActive: row.active === 1, values: { ...parsed(row.input), ...secrets } }]
  }

  /** Turns off what an active service replaces: mail and files go one way only. */
  const replaced = (service: ServiceId, now: string): MetaStep[] => {
    const { category } = serviceOf(service)
    if (category === 'signIn') return []
    const others = serviceIds.filter((id) => id !== service && serviceOf(id).category === category)
    const change = { active: 0, updated_at: now }
    return others.map((id) => updateIn(services, change, { service: id, active: 1 }))
  }

  return {
    list: async () => (await store.select(services, {})).flatMap(installed),
    find: async (service) => {
      const row = await store.find(services, { service })
      return row && installed(row)[0]
    },
    save: async ({ service, isActive, values }, now) => {
      const secretKeys = new Set<string>(
        serviceOf(service).fields.flatMap(({ key, kind }) => (kind === 'secret' ? [key] : [])),
      )
      const part = (isSecret: boolean): string =>
        JSON.stringify(Object.fromEntries(Object.entries(values).filter(([key]) => secretKeys.has(key) === isSecret)))
      await store.transact([
        ...(isActive ? replaced(service, now) : []),
        insertOrUpdate(services, ['service'], {
          service,
          active: isActive ? 1 : 0,
          input: part(false),
          sealed: box.seal(part(true), service),
          created_at: now,
          updated_at: now,
        }),
      ])
    },
    setActive: async (service, active, now) => {
      const change = { active: active ? 1 : 0, updated_at: now }
      await store.transact([...(active ? replaced(service, now) : []), updateIn(services, change, { service })])
    },
    remove: async (service) => {
      // Copies that were left there are out of reach from now on.
      await store.transact([
        deleteFrom(services, { service }),
        deleteFrom(fileCopies, { place: service }),
        deleteFrom(snapshotFiles, { place: service }),
      ])
    },
    filesIn: async (service) => {
      const sql = `SELECT (SELECT count(*) FROM ${attachments.name} WHERE place = ?)
        + (SELECT count(*) FROM ${snapshots.name} WHERE place = ?)
        + (SELECT count(*) FROM ${fileMoves.name} WHERE place = ? AND state = 'running')`
      const [row] = await store.read(sql, [service, service, service])
      return Number(row?.[0] ?? 0)
    },
  }
}

function parsed(text: string): ServiceValues {
  return valuesShape.safeParse(JSON.parse(text)).data ?? {}
}
