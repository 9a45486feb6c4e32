/** Drivers that knex names. It never loads them: our own drivers run its queries. */
export const driversOfKnex = ['better-sqlite3', 'mysql', 'mysql2', 'pg', 'pg-query-stream', 'sqlite3']
