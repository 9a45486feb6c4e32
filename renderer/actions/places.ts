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

/** Offers the columns of what is shown. They are asked for when somebody looks for them, not before. */
export function useColumnPlaces(read: () => readonly ColumnPlace[]): void {
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    const source = (): readonly ColumnPlace[] => latest.current()
    sources.add(source)
    return () => void sources.delete(source)
  }, [])
}

/** Columns of the table on the screen, in their order. */
export function columnPlaces(): readonly ColumnPlace[] {
  return [...sources].flatMap((read) => read())
}

/** A line of a menu of what is on the screen: offered by the palette too. */
export interface MenuLine {
  readonly id: string
  readonly title: string
  /** What it would be done to. */
  readonly of: string
  readonly keys?: string | undefined
  readonly run: () => void
}

const menus = new Set<() => readonly MenuLine[]>()

/** Offers what menus of the page would do now. They are asked when somebody looks for commands, not before. */
export function useMenuLines(read: () => readonly MenuLine[]): void {
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    const source = (): readonly MenuLine[] => latest.current()
    menus.add(source)
    return () => void menus.delete(source)
  }, [])
}

/** What menus of the page would do now. */
export function menuLines(): readonly MenuLine[] {
  return [...menus].flatMap((read) => read())
}
