import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { isListed } from '@common/principal/rules'
import { sight } from '@common/principal/sight'
import type { DataApiPorts } from '@main/dataapi'
import type { Database } from '@main/db/database'

/** Ports of a data API over one database. @param table  a whole table by its name in the database */
export function portsOf(
  database: Database,
  table: (name: string) => Promise<Table | undefined> | Table | undefined,
  names: () => readonly string[] = () => [],
): DataApiPorts {
  const find = async (wanted: string): Promise<Table | undefined> => {
    const found = await table(wanted)
    if (found !== undefined) return found
    const same = (text: string): boolean => text.toLowerCase() === wanted.toLowerCase()
    const all = await Promise.all(names().map(async (name) => table(name)))
    return all.find((each) => each !== undefined && (same(each.title) || same(each.name)))
  }
  return {
    database: async () => database,
    tables: (principal) => ({
      open: async (_projectId, nameOrTitle) => {
        const found = await find(nameOrTitle)
        if (found === undefined) throw new AppError('TABLE_NOT_FOUND', { table: nameOrTitle })
        return { table: sight(principal, found), database }
      },
      named: async (_projectId, name) => {
        const found = await table(name)
        return found && sight(principal, found)
      },
      list: async () => {
        const all = await Promise.all(names().map(async (name) => table(name)))
        return all.filter((each) => each !== undefined).filter((each) => isListed(principal, each))
      },
    }),
    authorize: () => undefined,
  }
}
