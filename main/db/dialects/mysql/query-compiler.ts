import { queryCompiler, type QueryCompiler } from '@main/db/query-compiler'

/** Loads knex for this engine when the meta store is on it. */
export async function loadQueryCompiler(): Promise<QueryCompiler> {
  const { default: client } = await import('knex/lib/dialects/mysql2/index.js')
  return queryCompiler(client, 'mysql2')
}
