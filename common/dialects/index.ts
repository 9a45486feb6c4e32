export type { Capabilities } from './capabilities'
export { databaseFileEndings, looksLikeDatabaseFile } from './files'
export { postgres } from './postgres'
export { sqlite } from './sqlite'
