import { decoded } from '@common/util/decoded'
import { z } from 'zod'
import {
  connectionSettings,
  serverKinds,
  type ConnectionSettings,
  type ServerKind,
  type SslUsage,
} from '@common/model/connection'
import { serverKindFacts } from './server-kinds'

/*
 * Connection JSON as scripts of the original write it (wire §4.4, §5): a knex configuration. Options that only knex
 * uses are accepted without effect; other unknown keys are reported, and legacy operations ignore them.
 */

const kindOfClient: Readonly<Record<string, ServerKind | 'file'>> = {
  pg: 'postgres',
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mysql2: 'mysql',
  mariadb: 'mysql',
  mssql: 'mssql',
  sqlite3: 'file',
  sqlite: 'file',
  'better-sqlite3': 'file',
}
const clients = Object.keys(kindOfClient) as [string, ...string[]]

const pem = z.union([z.string(), z.array(z.string())]).optional()
const ssl = z.union([
  z.boolean(),
  z.enum(['prefer', 'preferred', 'require', 'required', 'verify-ca', 'verify-full']),
  z.strictObject({
    rejectUnauthorized: z.boolean().optional(),
    ca: pem,
    key: pem,
    cert: pem,
    /** S1 §3, in its long form. */
    usage: z.string().optional(),
  }),
])

const connection = z.strictObject({
  connectionString: z.string().max(4_096).optional(),
  host: z.string().optional(),
  /** SQL Server. */
  server: z.string().optional(),
  port: z.union([z.number(), z.string().regex(/^\d{1,5}$/)]).optional(),
  user: z.string().optional(),
  password: z.string().optional(),
  /** The original's interface tests a server without naming a database. */
  database: z.string().nullish(),
  filename: z.string().optional(),
  ssl: ssl.optional(),
  /** SQL Server: `encrypt`, `trustServerCertificate`. */
  options: z.looseObject({}).optional(),
})

const ignored = z.unknown().optional()

/** A knex configuration that names a database. */
export const knexConfig = z.strictObject({
  client: z.enum(clients),
  connection: z.union([z.string().min(1).max(4_096), connection]),
  searchPath: z.union([z.string(), z.array(z.string())]).optional(),
  inflection: z.strictObject({ tn: z.string().optional(), cn: z.string().optional() }).optional(),
  createIfNotExists: z.boolean().optional(),
  database: ignored,
  meta: z.looseObject({ inflection: z.looseObject({ tn: ignored, cn: ignored }).optional() }).optional(),
  pool: ignored,
  migrations: ignored,
  useNullAsDefault: ignored,
  acquireConnectionTimeout: ignored,
  asyncStackTraces: ignored,
  debug: ignored,
  version: ignored,
})
export type KnexConfig = z.input<typeof knexConfig>

/** The original nests a whole configuration for a SQLite file in place of the connection (wire §1). */
const nested = z.object({ client: z.enum(clients).optional(), connection: z.looseObject({ filename: z.string() }) })

function withoutNesting(config: unknown): unknown {
  if (typeof config !== 'object' || config === null || !('connection' in config)) return config
  const inner = nested.safeParse(config.connection)
  return inner.success ? { ...config, connection: { filename: inner.data.connection.filename } } : config
}

/** Target of a knex configuration: a server, or a file on this computer. */
export type KnexTarget = { readonly settings: ConnectionSettings } | { readonly filename: string }

const filename = z.string().min(1)

/**
 * Parses in a transform, because a union at the end of a pipe forgets unknown fields of earlier steps.
 *
 * @param databaseOf  returns the database for a configuration that names none
 */
const targetOf = (databaseOf: (kind: ServerKind) => string | undefined) =>
  z.preprocess(
    withoutNesting,
    knexConfig.transform((config, context): KnexTarget => {
      const given = candidate(config, databaseOf)
      const read =
        'settings' in given ? connectionSettings.safeParse(given.settings) : filename.safeParse(given.filename)
      if (!read.success) {
        for (const issue of read.error.issues)
          context.issues.push({
            ...issue,
            path: ['connection', ...('settings' in given ? issue.path : ['filename'])],
            input: given,
          } as z.core.$ZodRawIssue)
        return z.NEVER
      }
      return typeof read.data === 'string' ? { filename: read.data } : { settings: read.data }
    }),
  )

/** Returns the target of a project's configuration, which has to name a database. */
export const knexTarget = targetOf(() => undefined)

/** Databases that exist on every server of a kind, for tests that name none. */
const alwaysThere: Readonly<Record<ServerKind, string>> = {
  postgres: 'postgres',
  mysql: 'information_schema',
  mssql: 'master',
}

/** Returns the target of a connection test: the server itself if the configuration names no database. */
export const knexTestTarget = targetOf((kind) => alwaysThere[kind])

type Parsed = z.output<typeof knexConfig>

function candidate(
  config: Parsed,
  databaseOf: (kind: ServerKind) => string | undefined,
): { readonly settings: unknown } | { readonly filename: unknown } {
  const given = typeof config.connection === 'string' ? { connectionString: config.connection } : config.connection
  const kind = kindOfClient[config.client] ?? 'file'
  if (kind === 'file') return { filename: given.filename ?? given.connectionString ?? '' }
  const { connectionString, ...parts } = given
  const merged = { ...(connectionString === undefined ? {} : partsOfUrl(connectionString)), ...defined(parts) }
  const inflection = config.inflection ?? config.meta?.inflection
  const schema = [config.searchPath ?? []].flat().find((name) => !['', '$user', 'public', 'dbo'].includes(name))
  return {
    settings: {
      kind,
      host: merged.host ?? merged.server,
      port: merged.port === undefined ? serverKindFacts[kind].port : Number(merged.port),
      user: merged.user ?? '',
      password: merged.password ?? '',
      database: merged.database ?? databaseOf(kind),
      ...(schema === undefined ? {} : { schema }),
      ssl: sslOf(merged.ssl ?? (merged.options?.['encrypt'] === true ? encryptionOf(merged.options) : false)),
      inflection: { table: inflectionOf(inflection?.tn), column: inflectionOf(inflection?.cn) },
      createIfNotExists: config.createIfNotExists ?? false,
    },
  }
}

const inflectionOf = (value: unknown): unknown => (value === '' || value === undefined ? 'none' : value)

const encryptionOf = (options: Readonly<Record<string, unknown>>): z.output<typeof ssl> => ({
  rejectUnauthorized: options['trustServerCertificate'] !== true,
})

function sslOf(given: z.output<typeof ssl>): unknown {
  if (typeof given === 'boolean') return { usage: given ? 'required' : 'no' }
  if (typeof given === 'string') return { usage: usageOfMode(given) }
  const text = (value: z.output<typeof pem>): string | undefined => [value ?? []].flat().join('\n') || undefined
  // The drivers also check the server name, unless they trust every certificate.
  const usage = given.usage ?? (given.rejectUnauthorized === false ? 'required' : 'required-identity')
  return {
    usage,
    ...defined({ clientKey: text(given.key), clientCert: text(given.cert), serverCa: text(given.ca) }),
  }
}

function usageOfMode(mode: string): SslUsage | undefined {
  switch (mode) {
    case 'disable':
      return 'no'
    case 'allow':
    case 'prefer':
    case 'preferred':
      return 'preferred'
    case 'require':
    case 'required':
      return 'required'
    case 'verify-ca':
      return 'required-CA'
    case 'verify-full':
      return 'required-identity'
    default:
      return undefined
  }
}

type Parts = Partial<Omit<z.output<typeof connection>, 'connectionString'>>

/**
 * Parses `postgres://user:password@host:5432/database?sslmode=require`. Returns an empty object for an invalid address.
 */
function partsOfUrl(text: string): Parts {
  const match =
    /^[a-z0-9+]+:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\[[^\]]+\]|[^:/?#]*)(?::(\d{1,5}))?(?:\/([^?#]*))?(?:\?([^#]*))?$/i.exec(
      text,
    )
  if (match === null) return {}
  const [user, password, host, port, database] = match.slice(1, 6).map(decodedPart)
  const mode = /(?:^|&)ssl-?mode=([a-z-]+)/i.exec(match[6] ?? '')?.[1]?.toLowerCase()
  const usage = mode === undefined ? undefined : (usageOfMode(mode) ?? mode)
  return defined({ user, password, host, port, database, ssl: usage === undefined ? undefined : { usage } })
}

const decodedPart = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : decoded(text)

function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

/**
 * Returns the knex configuration of a built-in database file. Contains only its name, because its folder is private.
 */
export const knexOfFile = (database: string): KnexConfig => ({ client: 'sqlite3', connection: { database } })

/** Returns the knex configuration of the connection form, so that users can paste either format. */
export function knexOfSettings(settings: Partial<z.input<typeof connectionSettings>>): KnexConfig {
  const { kind = serverKinds[1], host, port, user, password, database, schema, ssl: security, inflection } = settings
  const client = Object.keys(kindOfClient).find((name) => kindOfClient[name] === kind) ?? kind
  const usage = security?.usage ?? 'no'
  return {
    client: client === 'mysql' ? 'mysql2' : client,
    connection: {
      ...defined({ host, port, user, password, database }),
      ...(usage === 'no'
        ? {}
        : {
            ssl: {
              usage,
              ...defined({ ca: security?.serverCa, cert: security?.clientCert, key: security?.clientKey }),
            },
          }),
    },
    ...(schema === undefined ? {} : { searchPath: [schema] }),
    ...(inflection === undefined ? {} : { inflection: { tn: inflection.table, cn: inflection.column } }),
  }
}
