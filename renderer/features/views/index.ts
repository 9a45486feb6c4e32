import { later } from '@renderer/ui'

export { ColourPopover, type ColourPopoverProps } from './colour/ColourPopover'
export type { ColumnCommands } from './column-commands'
export { newCondition } from './filter/draft'
export { FilterPopover, type FilterPopoverProps } from './filter/FilterPopover'
export { GroupPopover, type GroupPopoverProps } from './group/GroupPopover'
export { SortPopover, type SortPopoverProps } from './sort/SortPopover'
export { FieldsPopover, type ViewField } from './FieldsPopover'
export { RowHeightMenu } from './RowHeightMenu'
export { PopoverHead, ScopeSwitch } from './ScopeSwitch'
export { undoing } from './personal'
export { useTableView, viewTitle, type TableView, type TableViewOptions } from './use-table-view'
export { useEveryView, type TableViews } from './use-every-view'
export { cachedViews, expectViews, fetchViews, useViewList, useViewLists, type ViewList } from './use-view-list'
export { deletedHere, storeOptions, type Scope } from './view-edits'
export { freeViewTitle, viewActions, type ViewActions } from './view-actions'
export { allViewKinds, viewKindOf, type ViewKindDeclaration, type ViewProps } from './view-kinds'
export { ViewSwitcher } from './ViewSwitcher'

// Screens that open later edit conditions too.
const load = () => import('./every-panel')
export const FilterEditor = later(async () => (await load()).FilterEditor)
export const ValueField = later(async () => (await load()).ValueField)

export type { ValueSources } from './values/types'
