import type { ServerKind } from '@common/model/connection'
import type { Capabilities } from './capabilities'
import { mssql } from './mssql'
import { mysql } from './mysql'
import { postgres } from './postgres'
import { sqlite } from './sqlite'

const servers: Readonly<Record<ServerKind, Capabilities>> = { postgres, mysql, mssql }

/** Returns the capabilities of a project's database. Files use the built-in engine. */
export function capabilitiesOf(server: ServerKind | undefined): Capabilities {
  return server === undefined ? sqlite : servers[server]
}
