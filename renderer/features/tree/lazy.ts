/** What the tree loads when somebody asks for a menu or does something with a view. */
export { RenameViewDialog } from './RenameViewDialog'
export { TreeMenu } from './TreeMenu'
export { viewWork } from './tree-actions'
