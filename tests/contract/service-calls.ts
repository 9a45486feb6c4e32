import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { serviceOperations } from '@common/operations/services'
import type { TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token: string
}

type Names = keyof typeof serviceOperations | 'fileMoveRead' | 'fileMoveStart' | 'fileMoveCancel'

/** Valid calls about services of the installation, in execution order. Files stay in a folder of the profile. */
export function serviceCalls(
  now: () => { readonly server: TestServer; readonly token: string },
): Record<Names, () => Promise<Call>> {
  const as = (): Pick<Call, 'token'> => ({ token: now().token })
  const values = (): { readonly path: string } => ({ path: join(now().server.profileFolder, 'storage') })
  const service = 'folder'
  const install = async (active: boolean): Promise<void> => {
    await now().server.operate('serviceSave', { service, active, values: values() }, as())
  }
  return {
    serviceList: async () => as(),
    serviceTest: async () => ({ args: { service, values: values() }, ...as() }),
    serviceSave: async () => ({ args: { service, active: false, values: values() }, ...as() }),
    serviceActiveSet: async () => {
      await install(true)
      return { args: { service, active: false }, ...as() }
    },
    serviceDelete: async () => {
      await install(false)
      return { args: { service }, ...as() }
    },
    fileMoveRead: async () => as(),
    fileMoveStart: async () => ({ args: { to: 'local' }, ...as() }),
    fileMoveCancel: async () => {
      // A move of another server.
      const meta = new Sqlite(join(now().server.profileFolder, 'meta.sqlite'))
      meta
        .prepare(
          `INSERT OR REPLACE INTO nc_file_moves (id, place, state, total, moved, bytes, failed, lease_owner, lease_until, started_at)
          VALUES ('last', 'local', 'running', 5, 2, 10, 0, 'other', '9999', '2026-01-01T00:00:00.000Z')`,
        )
        .run()
      meta.close()
      return as()
    },
  }
}
