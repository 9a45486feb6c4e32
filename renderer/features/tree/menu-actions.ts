import { defaultDbAlias } from '@common/constants'
import type { ViewKind } from '@common/views'
import { queryOfTab } from '@renderer/features/tabs'
import { t } from '@renderer/i18n'
import { copyableLink, favourites, isSamePlace, type Place } from '@renderer/stores'
import { copyText } from '@renderer/ui'
import type { TableSummary } from '@common/model'
import type { TreeGroup, TreeItem, TableLine, ViewLine } from './tree-nodes'
import type { TreeMenuActions } from './TreeMenu'
import type { TreeProps } from './types'

/** Actions of the tree, called by its menu and its keys. */
export interface TreeDoes extends TreeProps {
  readonly act: (line: TreeItem) => void
  readonly isMovable: (line: TreeItem) => boolean
  readonly step: (line: TreeItem, by: 1 | -1) => void
  readonly say: (sentence: string) => void
  readonly renameView: (line: ViewLine) => void
  readonly createView: (line: TableLine, kind: ViewKind) => void
  readonly duplicateView: (line: ViewLine) => void
  readonly removeView: (line: ViewLine) => void
  readonly marked: readonly Place[]
}

/** True if the line has a menu. */
export const hasMenu = (line: TreeItem, does: TreeDoes): boolean =>
  line.kind === 'table' ||
  line.kind === 'view' ||
  line.kind === 'routine' ||
  (line.kind === 'group' && createOf(line.group, does) !== undefined)

/** Returns what creates an object of a group; undefined if the user may not, or for favourites. */
function createOf(group: TreeGroup, does: TreeProps): (() => void) | undefined {
  if (group === 'tables') return does.onCreate
  if (group === 'views') return does.onCreateSqlView
  const { onCreateRoutine } = does
  return group === 'favourites' || onCreateRoutine === undefined ? undefined : () => onCreateRoutine(group)
}

/** Returns the actions that the user may perform on a line. */
export function menuActionsOf(line: TreeItem, does: TreeDoes): TreeMenuActions {
  const copy = (text: string): void => void copyText(text).then(() => does.say(t('tree.menu.copied')))
  const nothing: TreeMenuActions = {
    open: () => does.act(line),
    openBeside: () => undefined,
    rename: undefined,
    duplicate: undefined,
    icon: undefined,
    mark: undefined,
    isMarked: false,
    up: undefined,
    down: undefined,
    createView: undefined,
    create: line.kind === 'group' ? createOf(line.group, does) : undefined,
    copyName: line.kind === 'routine' ? () => copy(line.name) : undefined,
    copyLink: () => undefined,
    copyApi: undefined,
    more: [],
    remove: undefined,
  }
  if (line.kind === 'routine') {
    const { onDeleteRoutine } = does
    return { ...nothing, remove: onDeleteRoutine && (() => onDeleteRoutine(line.group, line.name)) }
  }
  if (line.kind === 'group' || line.kind === 'hidden') return nothing

  const { table } = line
  const view = line.kind === 'view' ? line.view.id : undefined
  const place: Place = view === undefined ? { table: table.name } : { table: table.name, view }
  const address = addressOf(does.projectId, table, view)
  const first = line.kind === 'view' && line.level === 3 ? 1 : 0
  const isMovable = does.isMovable(line)
  const isTable = line.kind === 'table' && table.type === 'table'
  const isOwnView = line.kind === 'view' && line.view.id !== undefined && does.mayManageViews
  return {
    ...nothing,
    openBeside: () => window.open(address, '_blank', 'noopener'),
    mark: () => favourites.toggle(does.projectId, place),
    isMarked: does.marked.some((one) => isSamePlace(one, place)),
    up: isMovable && line.at > first ? () => does.step(line, -1) : undefined,
    down: isMovable && line.at < line.count - 1 ? () => does.step(line, 1) : undefined,
    copyLink: () => copy(copyableLink({ project: does.projectId, ...place }, address)),
    more: (does.more ?? []).filter(({ isFor }) => isFor?.(line.kind === 'view' ? line.view : undefined, table) ?? true),
    ...(line.kind === 'table'
      ? {
          rename: isTable && does.onRename ? () => does.onRename?.(table) : undefined,
          duplicate: isTable && does.onDuplicate ? () => does.onDuplicate?.(table) : undefined,
          icon: does.onIcon ? () => does.onIcon?.(table) : undefined,
          createView: does.mayManageViews ? (kind) => does.createView(line, kind) : undefined,
          copyName: () => copy(table.name),
          copyApi: () => copy(apiAddressOf(does.projectId, table.title)),
          remove: removeOf(table, does),
        }
      : {
          rename: isOwnView ? () => does.renameView(line) : undefined,
          duplicate: does.mayManageViews ? () => does.duplicateView(line) : undefined,
          remove: isOwnView ? () => does.removeView(line) : undefined,
        }),
  }
}

/** Returns what deletes a table or an SQL view. */
function removeOf(table: TableSummary, does: TreeProps): (() => void) | undefined {
  const remove = table.type === 'table' ? does.onDelete : does.onDeleteSqlView
  return remove && (() => remove(table))
}

/** The address that opens a table, a view of it or a record in a window of its own. */
export function addressOf(
  projectId: string,
  { name, type }: { readonly name: string; readonly type: 'table' | 'view' },
  view: string | undefined,
  record?: string,
): string {
  const query = queryOfTab({ name, type, dbAlias: defaultDbAlias, view, record })
  return `${location.origin}${location.pathname}#/nc/${encodeURIComponent(projectId)}?${query.toString()}`
}

/** Returns the API address of a table's rows. */
export const apiAddressOf = (projectId: string, title: string): string =>
  `${location.origin}/nc/${encodeURIComponent(projectId)}/api/v1/${encodeURIComponent(title)}`
