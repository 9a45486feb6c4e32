import { z } from 'zod'

/** Kinds of database that people connect to, as the connection form offers them. */
export const serverKinds = ['mysql', 'postgres', 'mssql'] as const
export type ServerKind = (typeof serverKinds)[number]

/** S1 §3: how a connection is secured. */
export const sslUsages = ['no', 'preferred', 'required', 'required-CA', 'required-identity'] as const
/** How names of tables and columns become titles: `film_actor` → `FilmActor` with camelize. */
export const inflections = ['none', 'camelize'] as const

/** Credentials and settings of an external database (S1 §3, §5). The password and keys never leave the server. */
export const connectionSettings = z.strictObject({
  kind: z.enum(serverKinds),
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535),
  user: z.string().max(255),
  password: z.string().max(1_024),
  database: z.string().min(1).max(128),
  /** PostgreSQL and SQL Server; the server's default when absent. */
  schema: z.string().max(128).optional(),
  createIfNotExists: z.boolean().default(false),
  ssl: z
    .strictObject({
      usage: z.enum(sslUsages).default('no'),
      /** PEM texts. */
      clientKey: z.string().max(65_536).optional(),
      clientCert: z.string().max(65_536).optional(),
      serverCa: z.string().max(65_536).optional(),
    })
    .default({ usage: 'no' }),
  inflection: z
    .strictObject({ table: z.enum(inflections), column: z.enum(inflections) })
    .default({ table: 'none', column: 'none' }),
})
export type ConnectionSettings = z.infer<typeof connectionSettings>
