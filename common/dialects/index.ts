export type { Capabilities } from './capabilities'
export { capabilitiesOf } from './capabilities-of'
export { databaseFileEndings, looksLikeDatabaseFile } from './files'
export {
  knexConfig,
  knexOfFile,
  knexOfSettings,
  knexTarget,
  knexTestTarget,
  type KnexConfig,
  type KnexTarget,
} from './knex-config'
export { mssql } from './mssql'
export { mysql } from './mysql'
export { postgres } from './postgres'
export { availableServerKinds, serverKindFacts, type ServerKindFacts } from './server-kinds'
export { sqlFunctionsOf } from './sql-functions'
export type { SqlSyntax } from './sql-syntax'
export { sqlite } from './sqlite'
