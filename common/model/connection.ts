import { z } from 'zod'
import { hostList } from './hosts'

/** Database servers that the connection form offers. */
export const serverKinds = ['mysql', 'postgres', 'mssql'] as const
export type ServerKind = (typeof serverKinds)[number]

/** Encryption of a connection (S1 §3). */
export const sslUsages = ['no', 'preferred', 'required', 'required-CA', 'required-identity'] as const
export type SslUsage = (typeof sslUsages)[number]
/** How names of tables and columns become titles: `film_actor` → `FilmActor` with camelize. */
export const inflections = ['none', 'camelize'] as const
export type Inflection = (typeof inflections)[number]

/** How the names of a project's tables and columns become titles. */
export interface NameInflection {
  readonly table: Inflection
  readonly column: Inflection
}

/** Excludes NUL, which ends a string in some drivers. */
const plain = /^[^\0]*$/
/** A host name or address. Excludes paths, which some drivers open as sockets. */
const hostName = /^\[?[\p{L}\p{N}](?:[\p{L}\p{N}._:%-]*[\p{L}\p{N}.])?\]?$|^\[?::[\p{L}\p{N}.:%]*\]?$/u
/** Hosts of a cluster, each with its port if it differs. */
const areHosts = (text: string): boolean =>
  hostList(text, 1).every(({ host: name, port }) => hostName.test(name) && port >= 1 && port <= 65_535)
/** One or more PEM blocks without leading text. */
const pem = z
  .string()
  .max(65_536)
  .regex(/^\s*-----BEGIN [A-Z0-9 ]+-----[\s\S]+-----END [A-Z0-9 ]+-----\s*$/)

const host = z.string().trim().min(1).max(500).refine(areHosts)
const schema = z.string().min(1).max(128).regex(plain)

const common = {
  kind: z.enum(serverKinds),
  host,
  port: z.number().int().min(1).max(65_535),
  user: z.string().min(1).max(255).regex(plain),
  database: z.string().min(1).max(128).regex(plain),
  /** PostgreSQL and SQL Server. Default: the server's default schema. */
  schema: schema.optional(),
  createIfNotExists: z.boolean().default(false),
  /** Reads lists on standbys of the cluster. Missing: false. */
  standbyReads: z.boolean().optional(),
  inflection: z
    .strictObject({ table: z.enum(inflections), column: z.enum(inflections) })
    .default({ table: 'none', column: 'none' }),
}
const password = z.string().max(1_024).regex(plain)
const usage = z.enum(sslUsages).default('no')

/** Credentials and settings of an external database (S1 §3, §5). The password and keys never leave the server. */
export const connectionSettings = z.strictObject({
  ...common,
  password,
  ssl: z
    .strictObject({
      usage,
      /** PEM text. */
      clientKey: pem.optional(),
      clientCert: pem.optional(),
      serverCa: pem.optional(),
    })
    .default({ usage: 'no' }),
})
export type ConnectionSettings = z.infer<typeof connectionSettings>
/** Settings as callers send them; keys with defaults are optional. */
export type ConnectionSettingsInput = z.input<typeof connectionSettings>

/**
 * New settings of an existing connection. A missing secret keeps its value, unless host, port or user change: a stored
 * secret is never sent to another server.
 */
export const connectionEdit = z.strictObject({
  ...common,
  password: password.optional(),
  ssl: z
    .strictObject({
      usage,
      /** Missing: unchanged. Empty: removed. */
      clientKey: pem.or(z.literal('')).optional(),
      clientCert: pem.optional(),
      serverCa: pem.optional(),
    })
    .default({ usage: 'no' }),
})
export type ConnectionEdit = z.infer<typeof connectionEdit>

/** A connection as members see it, without secrets. Certificates aren't secret. */
export const connectionView = z.strictObject({
  ...common,
  createIfNotExists: z.boolean(),
  inflection: z.strictObject({ table: z.enum(inflections), column: z.enum(inflections) }),
  hasPassword: z.boolean(),
  ssl: z.strictObject({
    usage: z.enum(sslUsages),
    hasClientKey: z.boolean(),
    clientCert: z.string().optional(),
    serverCa: z.string().optional(),
  }),
})
export type ConnectionView = z.infer<typeof connectionView>

/** The address of a database, visible to all members of the project. */
export interface ServerAddress {
  readonly kind: ServerKind
  readonly host: string
  readonly port: number
  readonly database: string
}
