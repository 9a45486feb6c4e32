import type { Knex } from 'knex'

/**
 * knex without a connection: it builds queries and compiles them to the SQL of one engine. Our own drivers run them.
 */
export interface QueryCompiler {
  readonly from: (table: string) => Knex.QueryBuilder
  readonly raw: (sql: string, bindings: readonly Knex.Value[]) => Knex.Raw
  readonly schema: () => Knex.SchemaBuilder
}

/** A dialect of knex, as each engine's folder loads it. Opens no connection and loads no driver. */
export type KnexClient = new (config: { readonly client: string; readonly useNullAsDefault?: boolean }) => {
  readonly queryBuilder: () => Knex.QueryBuilder
  readonly raw: (sql: string, bindings: readonly Knex.Value[]) => Knex.Raw
  readonly schemaBuilder: () => Knex.SchemaBuilder
}

export function queryCompiler(Client: KnexClient, name: string): QueryCompiler {
  const client = new Client({ client: name, useNullAsDefault: true })
  return {
    from: (table) => client.queryBuilder().from(table),
    raw: (sql, bindings) => client.raw(sql, bindings),
    schema: () => client.schemaBuilder(),
  }
}
