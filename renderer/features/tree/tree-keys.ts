import { logicalKey } from '@renderer/i18n'
import type { KeyboardEvent, RefObject } from 'react'
import { hasMenu, menuActionsOf, type TreeDoes } from './menu-actions'
import { lineAfterKey, type TreeItem, type TreeLine } from './tree-nodes'

export interface TreeKeyContext {
  readonly lines: readonly TreeLine[]
  readonly does: TreeDoes
  readonly filter: string
  readonly setFilter: (filter: string) => void
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly toggle: (line: TreeItem) => void
  readonly focusLine: (at: number) => void
  readonly openMenu: (menu: { readonly line: TreeItem; readonly x: number; readonly y: number }) => void
}

/** Handles a key pressed on a line of the tree. */
export function pressTreeKey(line: TreeItem, event: KeyboardEvent, context: TreeKeyContext): void {
  const { lines, does, filter, setFilter, searchField, toggle, focusLine, openMenu } = context
  if (event.nativeEvent.isComposing) return
  const at = lines.findIndex(({ key }) => key === line.key)
  const key = logicalKey(event.key)
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  const isOpen = (line.kind === 'group' || line.kind === 'table') && line.isOpen
  if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
    does.step(line, event.key === 'ArrowUp' ? -1 : 1)
  else if (event.key === 'Enter' || event.key === ' ') does.act(line)
  else if (isOpen === true && key === 'ArrowLeft') toggle(line)
  else if (isOpen === false && key === 'ArrowRight') toggle(line)
  else if (event.key === 'F2') menuActionsOf(line, does).rename?.()
  else if (event.key === 'Delete') menuActionsOf(line, does).remove?.()
  else if (event.key === 'Escape' && filter !== '') setFilter('')
  else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
    const box = event.currentTarget.getBoundingClientRect()
    if (hasMenu(line, does)) openMenu({ line, x: box.left + 24, y: box.bottom })
  } else if (isPlain && event.key.length === 1 && event.key !== '?') {
    // Typing anywhere in the tree starts a search.
    if (event.key !== '/') setFilter(filter + event.key)
    searchField.current?.focus()
  } else {
    const to = lineAfterKey(lines, at, key)
    if (to === undefined || !isPlain) return
    focusLine(to)
  }
  event.preventDefault()
  // The page doesn't handle keys of the tree.
  event.stopPropagation()
}
