import { z } from 'zod'

/** Kinds of database that people connect to, as the connection form offers them. */
export const serverKinds = ['mysql', 'postgres', 'mssql'] as const
export type ServerKind = (typeof serverKinds)[number]

/** S1 §3: how a connection is secured. */
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

/** No driver takes a sign that ends a string for it. */
const plain = /^[^\0]*$/
/** A name or an address; never a path, which some drivers take for a socket. */
const hostName = /^\[?[\p{L}\p{N}](?:[\p{L}\p{N}._:%-]*[\p{L}\p{N}.])?\]?$|^\[?::[\p{L}\p{N}.:%]*\]?$/u
/** PEM texts, one or more, with nothing in front that is not one. */
const pem = z
  .string()
  .max(65_536)
  .regex(/^\s*-----BEGIN [A-Z0-9 ]+-----[\s\S]+-----END [A-Z0-9 ]+-----\s*$/)

const host = z.string().trim().min(1).max(255).regex(hostName)
const schema = z.string().min(1).max(128).regex(plain)

const common = {
  kind: z.enum(serverKinds),
  host,
  port: z.number().int().min(1).max(65_535),
  user: z.string().min(1).max(255).regex(plain),
  database: z.string().min(1).max(128).regex(plain),
  /** PostgreSQL and SQL Server; the server's default when absent. */
  schema: schema.optional(),
  createIfNotExists: z.boolean().default(false),
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
      /** PEM texts. */
      clientKey: pem.optional(),
      clientCert: pem.optional(),
      serverCa: pem.optional(),
    })
    .default({ usage: 'no' }),
})
export type ConnectionSettings = z.infer<typeof connectionSettings>
/** Settings as they are typed: what has a default may be left out. */
export type ConnectionSettingsInput = z.input<typeof connectionSettings>

/**
 * Settings of a connection that is there already. A secret that is left out stays as it is kept, unless host, port or
 * user change: a kept secret is never shown to another server.
 */
export const connectionEdit = z.strictObject({
  ...common,
  password: password.optional(),
  ssl: z
    .strictObject({
      usage,
      /** Left out: as it is kept. Empty: none. */
      clientKey: pem.or(z.literal('')).optional(),
      clientCert: pem.optional(),
      serverCa: pem.optional(),
    })
    .default({ usage: 'no' }),
})
export type ConnectionEdit = z.infer<typeof connectionEdit>

/** A connection as its people see it: everything but the secrets. Certificates are none. */
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

/** What everybody in a project may know of where it lives. */
export interface ServerAddress {
  readonly kind: ServerKind
  readonly host: string
  readonly port: number
  readonly database: string
}
