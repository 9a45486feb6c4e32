export { Tree, type TreeProps } from './Tree'
export { knownRowCount } from './use-row-count'
export { addressOf, apiAddressOf } from './menu-actions'
export type { TableMenuEntry } from './TreeMenu'
