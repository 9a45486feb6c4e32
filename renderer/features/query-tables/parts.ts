/** Dialogs and the frame of query tables, loaded with the first one. */
export { DeleteQueryTableDialog } from './DeleteQueryTableDialog'
export { EditQueryTableDialog, NewQueryTableDialog } from './QueryTableDialog'
export { QueryValuesFrame } from './QueryValuesFrame'
