/** Everything that asks something about a table or a column: loaded with the first question. */
export { ColumnDialog } from './ColumnDialog'
export { DeleteColumnDialog } from './DeleteColumnDialog'
export { DeleteLinkDialog } from './DeleteLinkDialog'
export { DuplicateTableDialog } from './DuplicateTableDialog'
export { TableIconDialog } from './TableIconDialog'
export { CreateTableDialog, DeleteTableDialog, RenameTableDialog } from './table-dialogs'
