import type { ServerKind } from '@common/model/connection'

/** Facts about a kind of server for the connection form and messages. */
export interface ServerKindFacts {
  readonly name: string
  readonly port: number
  /** Usual user name, shown as an example and never filled in. */
  readonly user: string
  /** Default schema; null if the database has no schemas. */
  readonly schema: string | null
  /** True if lists can be read on standbys. */
  readonly standbyReads: boolean
  /** Supports client certificates and keys. */
  readonly clientCertificates: boolean
}

export const serverKindFacts: Readonly<Record<ServerKind, ServerKindFacts>> = {
  postgres: {
    name: 'PostgreSQL',
    port: 5432,
    user: 'postgres',
    schema: 'public',
    clientCertificates: true,
    standbyReads: true,
  },
  mysql: { name: 'MySQL', port: 3306, user: 'root', schema: null, clientCertificates: true, standbyReads: true },
  mssql: { name: 'SQL Server', port: 1433, user: 'sa', schema: 'dbo', clientCertificates: false, standbyReads: false },
}

/** Kinds that this version can open. A test compares them with the installed drivers. */
export const availableServerKinds: readonly ServerKind[] = ['postgres', 'mysql', 'mssql']
