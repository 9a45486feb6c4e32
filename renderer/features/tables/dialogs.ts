/** All dialogs for tables and columns, loaded with the first one. */
export { ColumnDialog } from './ColumnDialog'
export { DeleteColumnDialog } from './DeleteColumnDialog'
export { DeleteLinkDialog } from './DeleteLinkDialog'
export { DuplicateTableDialog } from './DuplicateTableDialog'
export { OptionsEditor } from './OptionsEditor'
export { TableIconDialog } from './TableIconDialog'
export { TypePicker } from './TypePicker'
export { CreateTableDialog, DeleteTableDialog, RenameTableDialog } from './table-dialogs'
