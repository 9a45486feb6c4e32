/** knex has types for its entry only; loading that would load every dialect. */
declare module 'knex/lib/dialects/*/index.js' {
  import type { KnexClient } from '@main/db/query-compiler'

  const client: KnexClient
  export default client
}
