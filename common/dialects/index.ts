export type { Capabilities } from './capabilities'
export { postgres } from './postgres'
export { sqlite } from './sqlite'
