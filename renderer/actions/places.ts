import type { UiType } from '@common/columns/ui-types'
import { useEffect, useRef } from 'react'

/** A column on the screen that one can go to. */
export interface ColumnPlace {
  readonly id: string
  readonly title: string
  readonly uiType: UiType
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
