import type { PartialViewSettings } from '@common/views'
import { useCallback, useState } from 'react'

/** Settings of views that stay in this tab: visitors of a link store none. */
export interface LocalSettings {
  readonly settings: PartialViewSettings
  readonly change: (patch: PartialViewSettings) => void
  readonly reset: () => void
}

const none: PartialViewSettings = {}

/** Returns the local settings of a view. */
export function useLocalSettings(view: string): LocalSettings {
  const [all, setAll] = useState<ReadonlyMap<string, PartialViewSettings>>(new Map())
  const change = useCallback(
    (patch: PartialViewSettings) => setAll((before) => new Map(before).set(view, { ...before.get(view), ...patch })),
    [view],
  )
  const reset = useCallback(() => setAll((before) => new Map([...before].filter(([name]) => name !== view))), [view])
  return { settings: all.get(view) ?? none, change, reset }
}
