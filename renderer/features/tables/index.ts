export { ColumnPopover, type ColumnPopoverProps } from './ColumnPopover'
export { DeleteColumnDialog } from './DeleteColumnDialog'
export { CreateTableDialog, DeleteTableDialog, RenameTableDialog } from './table-dialogs'
export { useTable, useTables, type Loaded } from './use-tables'
