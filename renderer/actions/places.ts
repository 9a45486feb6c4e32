import type { UiType } from '@common/columns/ui-types'
import { useEffect, useRef } from 'react'

/** A column on the screen that one can go to. */
export interface ColumnPlace {
  readonly id: string
  readonly title: string
  readonly uiType: UiType
  /** The view does not show it: going there shows it. */
  readonly isHidden?: boolean
  readonly go: () => void
}

const sources = new Set<() => readonly ColumnPlace[]>()

/** Offers the visible columns to search. Reads them only when a user searches. */
export function useColumnPlaces(read: () => readonly ColumnPlace[]): void {
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    const source = (): readonly ColumnPlace[] => latest.current()
    sources.add(source)
    return () => void sources.delete(source)
  }, [])
}

/** Returns the columns of the visible table, in their order. */
export function columnPlaces(): readonly ColumnPlace[] {
  return [...sources].flatMap((read) => read())
}

/** A menu entry of the page that the palette offers too. */
export interface MenuLine {
  readonly id: string
  readonly title: string
  /** The target of the action. */
  readonly of: string
  readonly keys?: string | undefined
  readonly run: () => void
}

const menus = new Set<() => readonly MenuLine[]>()

/** Offers the current menu entries of the page. Reads them only when a user searches for commands. */
export function useMenuLines(read: () => readonly MenuLine[]): void {
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    const source = (): readonly MenuLine[] => latest.current()
    menus.add(source)
    return () => void menus.delete(source)
  }, [])
}

/** Returns the current menu entries of the page. */
export function menuLines(): readonly MenuLine[] {
  return [...menus].flatMap((read) => read())
}
