import { infoToastMs } from '@common/constants'
import { viewTitle } from '@renderer/features/views'
import { sentence, t } from '@renderer/i18n'
import { favourites, isSamePlace, nextFocus, toast } from '@renderer/stores'
import type { RefObject } from 'react'
import type { TreeDoes } from './menu-actions'
import { isItem, isTableGroup, openKey, tablesOf, type TableLine, type TreeItem, type ViewLine } from './tree-nodes'
import { canMove } from './tree-order'
import type { useTreeLines } from './use-tree-lines'
import type { TreeProps } from './types'

const load = () => import('./lazy')

export interface TreeWorkOptions {
  readonly props: TreeProps
  readonly tree: ReturnType<typeof useTreeLines>
  readonly filter: string
  /** Receives the key of a line that moves, so that it gets the focus at its new position. */
  readonly moving: RefObject<string | undefined>
  readonly onRenameView: (line: ViewLine) => void
  /** Called with a sentence for screen readers. */
  readonly onTold: (sentence: string) => void
}

export interface TreeWork {
  readonly does: TreeDoes
  readonly toggle: (line: TreeItem) => void
  readonly move: (line: TreeItem, to: number) => void
}

/** Title of a line as users read it. */
export const titleOf = (line: TreeItem): string =>
  line.kind === 'group'
    ? t(`tree.${line.group}`)
    : line.kind === 'table' || line.kind === 'hidden'
      ? line.table.title
      : line.kind === 'view'
        ? viewTitle(line.view, line.table)
        : line.name

const emptyWords = {
  tables: 'tree.noTables',
  views: 'tree.noViews',
  functions: 'tree.noFunctions',
  procedures: 'tree.noProcedures',
  sequences: 'tree.noSequences',
} as const

/** Returns the actions on the lines of a tree. */
export function treeWork({ props, tree, filter, moving, onRenameView, onTold }: TreeWorkOptions): TreeWork {
  const { projectId, activeName, onOpen } = props
  const { order, list, marked, lines, open, setOpen } = tree
  const toggle = (line: TreeItem): void => {
    if (line.kind !== 'group' && line.kind !== 'table') return
    const next = new Set(open)
    const key = line.kind === 'group' ? line.group : openKey(line.table.name)
    if (next.delete(key)) return setOpen(next)
    next.add(key)
    setOpen(next)
    // S1 §8: an empty node shows a message when it is expanded.
    if (line.kind !== 'group' || line.group === 'favourites' || !props.tables.value) return
    const isEmpty = isTableGroup(line.group)
      ? tablesOf(line.group, list).length === 0
      : tree.routines[line.group]?.length === 0
    if (isEmpty) toast.info(sentence(emptyWords[line.group]), { durationMs: infoToastMs })
  }
  const act = (line: TreeItem): void => {
    if (line.kind === 'group') toggle(line)
    else if (line.kind === 'table') onOpen(line.table)
    else if (line.kind === 'view') onOpen(line.table, line.view.id ?? '')
    else if (line.kind === 'hidden') props.onHidden(line.table)
    else props.onOpenRoutine?.(line.group, line.name)
  }

  const isMovable = (line: TreeItem): boolean =>
    // A filtered list can't be reordered.
    filter.trim() === '' && canMove(line, { tables: props.onRename !== undefined, views: props.mayManageViews })
  const move = (line: TreeItem, to: number): void => {
    if (line.kind !== 'table' && line.kind !== 'view') return
    moving.current = line.key
    if (line.group === 'favourites') {
      const shown = lines.filter(
        (one): one is TableLine | ViewLine => isItem(one) && one.parent === 'favourites' && one.kind !== 'group',
      )
      const others = shown.filter(({ key }) => key !== line.key)
      const next = [...others.slice(0, to), line, ...others.slice(to)].map(placeOf)
      // Hidden favourites remain favourites.
      favourites.set(projectId, [...next, ...marked.filter((one) => !next.some((other) => isSamePlace(one, other)))])
    } else if (line.kind === 'view') workOn(line, (does) => does.move(line.view, to))
    else if (isTableGroup(line.group)) order.move(tablesOf(line.group, list), line.at, to)
    onTold(t('views.movedTo', { name: titleOf(line), place: to + 1, count: line.count }))
  }
  const workOn = (
    line: TableLine | ViewLine,
    work: (does: ReturnType<Awaited<ReturnType<typeof load>>['viewWork']>) => void,
  ): void => {
    const openView = line.table.name === activeName ? props.activeView : undefined
    void load().then(({ viewWork }) =>
      work(viewWork(projectId, line.table, openView, (table, view) => onOpen(table, view ?? ''))),
    )
  }
  const step = (line: TreeItem, by: 1 | -1): void => {
    const first = line.kind === 'view' && line.level === 3 ? 1 : 0
    const to = line.at + by
    if (isMovable(line) && to >= first && to < line.count) move(line, to)
  }

  const does: TreeDoes = {
    ...props,
    act,
    isMovable,
    step,
    say: (sentence) => toast.success(sentence),
    renameView: onRenameView,
    createView: (line, kind) => {
      nextFocus.askForNewView(line.table.name)
      workOn(line, (views) => views.create(kind))
    },
    duplicateView: (line) => {
      nextFocus.askForNewView(line.table.name)
      workOn(line, (views) => views.duplicate(line.view, titleOf(line)))
    },
    removeView: (line) => workOn(line, (views) => views.remove(line.view)),
    marked,
  }
  return { does, toggle, move }
}

const placeOf = (line: TableLine | ViewLine): { table: string; view?: string } =>
  line.kind === 'view' && line.view.id !== undefined
    ? { table: line.table.name, view: line.view.id }
    : { table: line.table.name }
