import { sentenceOf } from '@renderer/api'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import * as api from './import-api'
import type { Previews } from './use-previews'
import { arriving, sheetItems, sheetsMax, type Items, type WizardItem, type WizardOptions } from './wizard-items'

/**
 * Uploads the files of a request, replaces each by its sheets, and loads their previews. Closing discards the uploads
 * except those of started imports.
 */
export function useArrivals(
  options: WizardOptions,
  { latest, change, replace }: Items,
  begun: RefObject<ReadonlySet<string>>,
  read: Previews['read'],
): void {
  const { request, taken } = options
  const { projectId } = request
  const bringAll = useEffectEvent((): (() => void) => {
    const stop = new AbortController()
    let isOpen = true
    const titles: string[] = [...taken]
    const started = begun.current
    const bringOne = async (source: ReturnType<typeof api.sourcesOf>[number], at: number): Promise<void> => {
      const placeholder = arriving(source, at)
      const { key } = placeholder
      try {
        const arrived = await api.bring(projectId, source, {
          signal: stop.signal,
          onProgress: (sent) =>
            source instanceof File && change(key, () => ({ sent: (100 * sent) / Math.max(1, source.size) })),
        })
        if (!isOpen) {
          void api.discard(projectId, arrived.id).catch(() => undefined)
          return
        }
        const chosen = latest.current.find((item) => item.key === key)?.plan.target
        const sheets: readonly WizardItem[] = sheetItems(options, { arrived, placeholder, chosen, titles })
        replace(key, sheets)
        // Loads sheets in sequence: the first visible one comes first.
        for (const sheet of sheets.slice(0, sheetsMax)) if (isOpen) await read(sheet, {}, sheet.plan.target)
      } catch (error) {
        if (isOpen) change(key, () => ({ problem: sentenceOf(error), included: false, isReading: false }))
      }
    }
    void (async () => {
      for (const [at, source] of api.sourcesOf(request).entries()) if (isOpen) await bringOne(source, at)
    })()
    return () => {
      isOpen = false
      stop.abort()
      const left = new Set(latest.current.flatMap(({ importId }) => importId ?? []))
      for (const id of left)
        // If the discard fails, the server purges the upload within an hour.
        if (!started.has(id)) void api.discard(projectId, id).catch(() => undefined)
    }
  })
  // Once: a wizard serves the request that opened it.
  useEffect(() => bringAll(), [])
}
