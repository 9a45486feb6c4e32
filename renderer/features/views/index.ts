export { useTableView, viewTitle, type TableView, type TableViewOptions } from './use-table-view'
export { useViewList, type ViewList } from './use-view-list'
export type { Scope } from './view-edits'
