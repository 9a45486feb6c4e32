import type { ServerKind } from '@common/model/connection'

/** What the connection form and messages need to know of a kind of server. */
export interface ServerKindFacts {
  readonly name: string
  readonly port: number
  /** Who usually signs in: an example, never filled in. */
  readonly user: string
  /** The database has schemas, of which a connection uses one. */
  readonly schema: string | null
  /** Files of certificates and keys are understood. */
  readonly clientCertificates: boolean
}

export const serverKindFacts: Readonly<Record<ServerKind, ServerKindFacts>> = {
  postgres: { name: 'PostgreSQL', port: 5432, user: 'postgres', schema: 'public', clientCertificates: true },
  mysql: { name: 'MySQL', port: 3306, user: 'root', schema: null, clientCertificates: true },
  mssql: { name: 'SQL Server', port: 1433, user: 'sa', schema: 'dbo', clientCertificates: false },
}

/** Kinds that this version opens. A test compares it with the drivers that are there. */
export const availableServerKinds: readonly ServerKind[] = ['postgres', 'mysql', 'mssql']
