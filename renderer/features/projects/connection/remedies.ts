import type { ConnectionFailure } from '@common/model/connection-test'
import type { ServerKind } from '@common/model/connection'
import type { TranslationKey } from '@renderer/i18n'
import type { ConnectionDraft, DraftField } from './connection-draft'

type RemedyKey = TranslationKey & `projects.connect.remedies.${string}`

/** Advice for a failure, and a command for the server. */
export interface Remedy {
  readonly lines: readonly RemedyKey[]
  /** SQL to copy, for the server's administrator. */
  readonly command?: (draft: ConnectionDraft) => string
}

/** The field that causes a failure, and the short message below it. */
export const fieldOfFailure: Readonly<
  Partial<
    Record<ConnectionFailure, { field: DraftField; note: TranslationKey & `projects.connect.fieldNotes.${string}` }>
  >
> = {
  hostUnknown: { field: 'host', note: 'projects.connect.fieldNotes.hostUnknown' },
  hostForbidden: { field: 'host', note: 'projects.connect.fieldNotes.hostForbidden' },
  unreachable: { field: 'host', note: 'projects.connect.fieldNotes.unreachable' },
  refused: { field: 'port', note: 'projects.connect.fieldNotes.refused' },
  timeout: { field: 'port', note: 'projects.connect.fieldNotes.timeout' },
  otherProtocol: { field: 'port', note: 'projects.connect.fieldNotes.otherProtocol' },
  credentialsRefused: { field: 'password', note: 'projects.connect.fieldNotes.credentialsRefused' },
  userNotAllowed: { field: 'user', note: 'projects.connect.fieldNotes.userNotAllowed' },
  databaseMissing: { field: 'database', note: 'projects.connect.fieldNotes.databaseMissing' },
  databaseForbidden: { field: 'database', note: 'projects.connect.fieldNotes.databaseForbidden' },
  schemaMissing: { field: 'schema', note: 'projects.connect.fieldNotes.schemaMissing' },
  certificateUntrusted: { field: 'serverCa', note: 'projects.connect.fieldNotes.certificateUntrusted' },
  clientCertificateNeeded: { field: 'clientCert', note: 'projects.connect.fieldNotes.clientCertificateNeeded' },
}

/** A name as each kind of database quotes it. */
const quoted: Readonly<Record<ServerKind, (name: string) => string>> = {
  postgres: (name) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`),
  mysql: (name) => `\`${name.replaceAll('`', '``')}\``,
  mssql: (name) => `[${name.replaceAll(']', ']]')}]`,
}

/** Commands that differ by kind of database. */
const setPassword: Readonly<Record<ServerKind, (user: string) => string>> = {
  postgres: (user) => `ALTER ROLE ${quoted.postgres(user)} PASSWORD '…'`,
  mysql: (user) => `ALTER USER ${quoted.mysql(user)} IDENTIFIED BY '…'`,
  mssql: (user) => `ALTER LOGIN ${quoted.mssql(user)} WITH PASSWORD = '…'`,
}
const allowCreate: Readonly<Record<ServerKind, (user: string) => string>> = {
  postgres: (user) => `ALTER ROLE ${quoted.postgres(user)} CREATEDB`,
  mysql: (user) => `GRANT CREATE ON *.* TO ${quoted.mysql(user)}`,
  mssql: (user) => `ALTER SERVER ROLE dbcreator ADD MEMBER ${quoted.mssql(user)}`,
}

const name = (draft: ConnectionDraft, text: string): string => quoted[draft.kind](text)

/** The remedy for each failure. */
export const remedies: Readonly<Record<ConnectionFailure, Remedy>> = {
  hostUnknown: { lines: ['projects.connect.remedies.spelling', 'projects.connect.remedies.network'] },
  hostForbidden: { lines: ['projects.connect.remedies.askOwner'] },
  refused: { lines: ['projects.connect.remedies.runs', 'projects.connect.remedies.listens'] },
  unreachable: { lines: ['projects.connect.remedies.network'] },
  timeout: { lines: ['projects.connect.remedies.runs', 'projects.connect.remedies.firewall'] },
  closed: { lines: ['projects.connect.remedies.port', 'projects.connect.remedies.serverLog'] },
  otherProtocol: { lines: ['projects.connect.remedies.port', 'projects.connect.remedies.kind'] },
  tooManyConnections: { lines: ['projects.connect.remedies.later', 'projects.connect.remedies.moreConnections'] },
  starting: { lines: ['projects.connect.remedies.later'] },
  sslNotOffered: { lines: ['projects.connect.remedies.lessSsl', 'projects.connect.remedies.turnSslOn'] },
  sslRequired: { lines: ['projects.connect.remedies.moreSsl'] },
  sslFailed: { lines: ['projects.connect.remedies.sslVersions', 'projects.connect.remedies.serverLog'] },
  certificateUntrusted: { lines: ['projects.connect.remedies.giveCa', 'projects.connect.remedies.onlyRequired'] },
  certificateExpired: { lines: ['projects.connect.remedies.clock', 'projects.connect.remedies.renew'] },
  identityMismatch: { lines: ['projects.connect.remedies.nameOfCertificate', 'projects.connect.remedies.onlyCa'] },
  clientCertificateNeeded: { lines: ['projects.connect.remedies.giveClient'] },
  keysInvalid: { lines: ['projects.connect.remedies.pem', 'projects.connect.remedies.pair'] },
  credentialsRefused: {
    lines: ['projects.connect.remedies.typeAgain', 'projects.connect.remedies.reset'],
    command: ({ kind, user }) => setPassword[kind](user),
  },
  userNotAllowed: { lines: ['projects.connect.remedies.user', 'projects.connect.remedies.fromHere'] },
  signInUnsupported: { lines: ['projects.connect.remedies.passwordSignIn'] },
  versionUnsupported: { lines: [] },
  databaseMissing: {
    lines: ['projects.connect.remedies.databaseName', 'projects.connect.remedies.create'],
    command: (draft) => `CREATE DATABASE ${name(draft, draft.database)}`,
  },
  databaseForbidden: { lines: ['projects.connect.remedies.rights'] },
  schemaMissing: {
    lines: ['projects.connect.remedies.schemaName', 'projects.connect.remedies.create'],
    command: (draft) => `CREATE SCHEMA ${name(draft, draft.schema)}`,
  },
  createForbidden: {
    lines: ['projects.connect.remedies.createRights'],
    command: ({ kind, user }) => allowCreate[kind](user),
  },
  readForbidden: { lines: ['projects.connect.remedies.rights'] },
  unknown: { lines: ['projects.connect.remedies.serverLog'] },
}
