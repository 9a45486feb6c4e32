/** Code that the tree loads for a menu or an action on a view. */
export { RenameViewDialog } from './RenameViewDialog'
export { TreeMenu } from './TreeMenu'
export { viewWork } from './tree-actions'
