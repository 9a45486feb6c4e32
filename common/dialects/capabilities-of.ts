import type { ServerKind } from '@common/model/connection'
import type { Capabilities } from './capabilities'
import { mssql } from './mssql'
import { mysql } from './mysql'
import { postgres } from './postgres'
import { sqlite } from './sqlite'

const servers: Readonly<Record<ServerKind, Capabilities>> = { postgres, mysql, mssql }

/** What the database of a project can do: of a server by its kind, of files the built-in engine's. */
export function capabilitiesOf(server: ServerKind | undefined): Capabilities {
  return server === undefined ? sqlite : servers[server]
}
