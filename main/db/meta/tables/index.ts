import type { MetaTable } from '../meta-table'
import * as accountsArea from './accounts'
import * as environmentsArea from './environments'
import * as installationArea from './installation'
import * as jobsArea from './jobs'
import * as logArea from './log'
import * as migrationsArea from './migrations'
import * as pluginsArea from './plugins'
import * as projectsArea from './projects'
import * as recordsArea from './records'
import * as schemaArea from './schema'
import * as servicesArea from './services'
import * as sqlArea from './sql'
import * as snapshotsArea from './snapshots'
import * as templatesArea from './templates'
import * as viewsArea from './views'

/*
 * Tables of the meta store after the newest migration. Names are the reserved ones of S1 §3. Column names avoid the
 * reserved words of every database, so none needs quoting. Times are ISO 8601 text, UTC.
 */
export * from './accounts'
export * from './environments'
export * from './installation'
export * from './jobs'
export * from './log'
export * from './migrations'
export * from './plugins'
export * from './projects'
export * from './records'
export * from './schema'
export * from './services'
export * from './sql'
export * from './snapshots'
export * from './templates'
export * from './views'

/** All tables: a store that lacks one is damaged, not new. */
export const metaTables = [
  accountsArea,
  installationArea,
  projectsArea,
  environmentsArea,
  migrationsArea,
  pluginsArea,
  servicesArea,
  schemaArea,
  viewsArea,
  recordsArea,
  snapshotsArea,
  templatesArea,
  logArea,
  sqlArea,
  jobsArea,
].flatMap((area) => Object.values<MetaTable>(area))
