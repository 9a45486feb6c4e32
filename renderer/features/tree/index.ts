export { Tree, type TreeProps } from './Tree'
export { knownRowCount } from './use-row-count'
