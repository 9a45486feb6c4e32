import { availableServerKinds, knexOfSettings, knexTarget, serverKindFacts } from '@common/dialects'
import {
  connectionEdit,
  connectionSettings,
  type ConnectionEdit,
  type ConnectionSettings,
  type ConnectionView,
  type Inflection,
  type ServerKind,
  type SslUsage,
} from '@common/model/connection'

/** A PEM text and the name of the file it came from. */
export interface Pem {
  readonly text: string
  /** Empty for a text that was pasted. */
  readonly fileName: string
}

/** The contents of the connection form. */
export interface ConnectionDraft {
  readonly kind: ServerKind
  readonly host: string
  readonly port: string
  readonly database: string
  readonly user: string
  /** Null: use the stored one. */
  readonly password: string | null
  readonly createIfNotExists: boolean
  readonly standbyReads: boolean
  readonly usage: SslUsage
  /** Null: use the stored one. */
  readonly clientKey: Pem | null
  readonly clientCert: Pem
  readonly serverCa: Pem
  readonly schema: string
  readonly tableInflection: Inflection
  readonly columnInflection: Inflection
}

/** Fields with validation, in the order of the form. */
export const draftFields = ['host', 'port', 'database', 'user', 'password', 'schema'] as const
export const pemFields = ['clientKey', 'clientCert', 'serverCa'] as const
export type DraftField = (typeof draftFields)[number] | (typeof pemFields)[number]
/** Why a field cannot be sent: keys of `projects.connect.problems`. */
export type FieldProblem = 'required' | 'host' | 'port' | 'pem' | 'tooLong'

const noPem: Pem = { text: '', fileName: '' }

/** Returns the initial form, with the default port and no other values to undo. */
export function newDraft(kind: ServerKind = availableServerKinds[0] ?? 'postgres'): ConnectionDraft {
  return {
    kind,
    host: '',
    port: String(serverKindFacts[kind].port),
    database: '',
    user: '',
    password: '',
    createIfNotExists: false,
    standbyReads: false,
    usage: 'no',
    clientKey: noPem,
    clientCert: noPem,
    serverCa: noPem,
    schema: '',
    tableInflection: 'none',
    columnInflection: 'none',
  }
}

/** Returns the view of a connection that can't be read: nothing is known of it. */
export function blankView(kind: ServerKind = availableServerKinds[0] ?? 'postgres'): ConnectionView {
  return {
    kind,
    host: '',
    port: serverKindFacts[kind].port,
    database: '',
    user: '',
    createIfNotExists: false,
    inflection: { table: 'none', column: 'none' },
    hasPassword: false,
    ssl: { usage: 'no', hasClientKey: false },
  }
}

/** Returns the form of an existing connection. Secrets stay on the server. */
export function draftOfView(view: ConnectionView): ConnectionDraft {
  const { kind, host, port, database, user, ssl, inflection } = view
  return {
    kind,
    host,
    port: String(port),
    database,
    user,
    password: view.hasPassword ? null : '',
    createIfNotExists: view.createIfNotExists,
    standbyReads: view.standbyReads === true,
    usage: ssl.usage,
    clientKey: ssl.hasClientKey ? null : noPem,
    clientCert: { text: ssl.clientCert ?? '', fileName: '' },
    serverCa: { text: ssl.serverCa ?? '', fileName: '' },
    schema: view.schema ?? '',
    tableInflection: inflection.table,
    columnInflection: inflection.column,
  }
}

/** Returns the form for another kind of database. Replaces the default port and preserves everything else. */
export function withKind(draft: ConnectionDraft, kind: ServerKind): ConnectionDraft {
  const isUsual = draft.port === String(serverKindFacts[draft.kind].port) || draft.port.trim() === ''
  return { ...draft, kind, port: isUsual ? String(serverKindFacts[kind].port) : draft.port }
}

/** Stored secrets belong to one host, port and user. If any of them changes, the user must enter the secrets again. */
export function withoutStoredSecrets(draft: ConnectionDraft, view: ConnectionView): ConnectionDraft {
  const isSame =
    draft.kind === view.kind &&
    draft.host.trim().toLowerCase() === view.host.toLowerCase() &&
    draft.port.trim() === String(view.port) &&
    draft.user === view.user
  if (isSame) return draft
  return { ...draft, password: draft.password ?? '', clientKey: draft.clientKey ?? noPem }
}

/** Returns the problems by field; empty if the form is valid. */
export function draftProblems(draft: ConnectionDraft): Readonly<Partial<Record<DraftField, FieldProblem>>> {
  const problems: Partial<Record<DraftField, FieldProblem>> = {}
  for (const field of ['host', 'database', 'user'] as const)
    if (draft[field].trim() === '') problems[field] = 'required'
  const checked = connectionEdit.safeParse(candidateOf(draft))
  for (const issue of checked.error?.issues ?? []) {
    const [first, second] = issue.path
    const field = (first === 'ssl' ? second : first) as DraftField
    problems[field] ??= problemOf(field, issue.code)
  }
  return problems
}

function problemOf(field: DraftField, code: string): FieldProblem {
  if (pemFields.some((name) => name === field)) return 'pem'
  if (field === 'port') return 'port'
  return field === 'host' && code !== 'too_big' ? 'host' : 'tooLong'
}

/** True if lists can be read on other servers than the primary. */
export const hasStandbys = ({ kind, host }: Pick<ConnectionDraft, 'kind' | 'host'>): boolean =>
  serverKindFacts[kind].standbyReads && host.includes(',')

function candidateOf(draft: ConnectionDraft): unknown {
  const { kind, host, database, user, password, createIfNotExists, standbyReads, usage } = draft
  const { clientKey, clientCert, serverCa } = draft
  const hasSchema = serverKindFacts[kind].schema !== null && draft.schema.trim() !== ''
  const isEncrypted = usage !== 'no'
  return {
    kind,
    host: host.trim(),
    port: /^\d+$/.test(draft.port.trim()) ? Number(draft.port.trim()) : Number.NaN,
    database: database.trim(),
    user: user.trim(),
    ...(password === null ? {} : { password }),
    createIfNotExists,
    ...(standbyReads && hasStandbys(draft) ? { standbyReads } : {}),
    ...(hasSchema ? { schema: draft.schema.trim() } : {}),
    ssl: {
      usage,
      ...(clientKey === null ? {} : { clientKey: isEncrypted ? clientKey.text.trim() : '' }),
      ...(isEncrypted && clientCert.text.trim() !== '' ? { clientCert: clientCert.text.trim() } : {}),
      ...(isEncrypted && serverCa.text.trim() !== '' ? { serverCa: serverCa.text.trim() } : {}),
    },
    inflection: { table: draft.tableInflection, column: draft.columnInflection },
  }
}

/** Returns the request for an existing connection; undefined while the form is invalid. */
export function editOfDraft(draft: ConnectionDraft): ConnectionEdit | undefined {
  return connectionEdit.safeParse(candidateOf(draft)).data
}

/** Returns the request for a new connection; undefined while the form is invalid. */
export function settingsOfDraft(draft: ConnectionDraft): ConnectionSettings | undefined {
  const edit = editOfDraft(draft)
  if (edit === undefined) return undefined
  const { clientKey, ...ssl } = edit.ssl
  return connectionSettings.safeParse({
    ...edit,
    password: edit.password ?? '',
    ssl: { ...ssl, ...(clientKey === undefined || clientKey === '' ? {} : { clientKey }) },
  }).data
}

/** Returns the form as connection JSON. Leaves out secrets, because others may see the screen. */
export function jsonOfDraft(draft: ConnectionDraft): string {
  const { kind, host, database, user, usage, clientCert, serverCa, schema, tableInflection, columnInflection } = draft
  const optional = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())
  const json = knexOfSettings({
    kind,
    ...dropUndefined({ host: optional(host), database: optional(database), user: optional(user) }),
    ...(/^\d+$/.test(draft.port.trim()) ? { port: Number(draft.port.trim()) } : {}),
    ...dropUndefined({ schema: optional(schema) }),
    ssl: { usage, ...dropUndefined({ clientCert: optional(clientCert.text), serverCa: optional(serverCa.text) }) },
    inflection: { table: tableInflection, column: columnInflection },
  })
  return JSON.stringify(json, null, 2)
}

/** Why connection JSON cannot be read: keys of `projects.connect.jsonProblems`. */
export type JsonProblem = 'syntax' | 'file' | 'kind' | 'shape'

/**
 * Applies connection JSON to the form. Secrets that it doesn't contain stay as entered.
 *
 * @returns the problem, with the path of the first invalid value
 */
export function draftOfJson(
  draft: ConnectionDraft,
  text: string,
): { readonly draft: ConnectionDraft } | { readonly problem: JsonProblem; readonly path: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { problem: 'syntax', path: '' }
  }
  const read = knexTarget.safeParse(json)
  if (!read.success) return { problem: 'shape', path: firstPath(read.error.issues) }
  if ('filename' in read.data) return { problem: 'file', path: '' }
  const { settings } = read.data
  if (!availableServerKinds.includes(settings.kind))
    return { problem: 'kind', path: serverKindFacts[settings.kind].name }
  const pem = (given: string | undefined, before: Pem): Pem =>
    given === undefined ? noPem : { text: given, fileName: given === before.text ? before.fileName : '' }
  return {
    draft: {
      kind: settings.kind,
      host: settings.host,
      port: String(settings.port),
      database: settings.database,
      user: settings.user,
      password: settings.password === '' ? draft.password : settings.password,
      createIfNotExists: settings.createIfNotExists || draft.createIfNotExists,
      standbyReads: draft.standbyReads,
      usage: settings.ssl.usage,
      clientKey: settings.ssl.clientKey === undefined ? draft.clientKey : pem(settings.ssl.clientKey, noPem),
      clientCert: pem(settings.ssl.clientCert, draft.clientCert),
      serverCa: pem(settings.ssl.serverCa, draft.serverCa),
      schema: settings.schema ?? '',
      tableInflection: settings.inflection.table,
      columnInflection: settings.inflection.column,
    },
  }
}

interface Issue {
  readonly code: string
  readonly path: readonly PropertyKey[]
  readonly keys?: readonly string[]
  readonly errors?: readonly (readonly Issue[])[]
}

/** Returns the deepest path of a problem: the outer ones only say that an inner one failed. */
function firstPath(issues: readonly Issue[], before: readonly PropertyKey[] = []): string {
  const [issue] = issues
  if (issue === undefined) return before.join('.')
  const path = [...before, ...issue.path]
  const [unknown] = issue.keys ?? []
  if (unknown !== undefined) return [...path, unknown].join('.')
  const [branch] = (issue.errors ?? []).filter((inner) => inner.some((each) => each.path.length > 0 || each.keys))
  return (branch === undefined ? path.join('.') : firstPath(branch, path)).replace(/^settings\./, '')
}

function dropUndefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
