/** knex has types for its entry only; loading that would load every dialect. */
declare module 'knex/lib/dialects/*/index.js' {
  const client: import('./query-compiler').KnexClient
  export default client
}
