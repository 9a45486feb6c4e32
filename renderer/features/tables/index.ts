import { withTexts } from '@renderer/i18n'
import { later } from '@renderer/ui'

const dialogs = () => withTexts(import('./dialogs'), ['formula'])
export const ColumnDialog = later(async () => (await dialogs()).ColumnDialog)
export const DeleteColumnDialog = later(async () => (await dialogs()).DeleteColumnDialog)
export const DeleteLinkDialog = later(async () => (await dialogs()).DeleteLinkDialog)
export const CreateTableDialog = later(async () => (await dialogs()).CreateTableDialog)
export const DeleteTableDialog = later(async () => (await dialogs()).DeleteTableDialog)
export const DuplicateTableDialog = later(async () => (await dialogs()).DuplicateTableDialog)
export const RenameTableDialog = later(async () => (await dialogs()).RenameTableDialog)
export const TableIconDialog = later(async () => (await dialogs()).TableIconDialog)
export const OptionsEditor = later(async () => (await dialogs()).OptionsEditor)
export const TypePicker = later(async () => (await dialogs()).TypePicker)
export { duplicateColumn } from './duplicate-column'
export { createRowOrder } from './row-order'
export { EngineProvider, useEngine } from './engine'
export { addFields, addOptions, setOptions } from './quick-columns'
export { TableIcon, tableIconFor } from './TableIcon'
export {
  cachedTable,
  expectTable,
  expectTables,
  readTable,
  useTable,
  useTables,
  useTablesNamed,
  type Loaded,
} from './use-tables'
export type { ColumnDialogProps } from './types'
