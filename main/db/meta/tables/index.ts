import type { MetaTable } from '../meta-table'
import * as accounts from './accounts'
import * as installation from './installation'
import * as log from './log'
import * as projects from './projects'
import * as records from './records'
import * as schema from './schema'
import * as views from './views'

/*
 * Tables of the meta store after the newest migration. Names are the reserved ones of S1 §3. Column names avoid the
 * reserved words of every database, so none needs quoting. Times are ISO 8601 text, UTC.
 */
export * from './accounts'
export * from './installation'
export * from './log'
export * from './projects'
export * from './records'
export * from './schema'
export * from './views'

/** All tables: a store that lacks one is damaged, not new. */
export const metaTables = [accounts, installation, projects, schema, views, records, log].flatMap((area) =>
  Object.values<MetaTable>(area),
)
