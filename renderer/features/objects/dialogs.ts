/** The dialogs that the tree opens, loaded with the first one. */
export { DeleteObjectDialog } from './DeleteObjectDialog'
export { NewRoutineDialog } from './NewRoutineDialog'
export { NewSqlViewDialog } from './NewSqlViewDialog'
