import { useCommands } from '@renderer/actions'
import { useAfterFirstRows } from '@renderer/stores'
import { lazy, Suspense, useEffect } from 'react'
import { paletteCommands } from './commands'
import { followTabs, usePalette } from './palette-store'

const load = () => import('./surfaces')
const Palette = lazy(async () => ({ default: (await load()).Palette }))
const KeyHelp = lazy(async () => ({ default: (await load()).KeyHelp }))

/** Where the palette and the help appear, over every page. Their code is fetched when the page has nothing else to do. */
export function PalettePlace() {
  const open = usePalette((state) => state.open)
  const isCalm = useAfterFirstRows()
  useCommands(paletteCommands)
  useEffect(followTabs, [])
  useEffect(() => {
    if (!isCalm) return undefined
    const waiting = requestIdleCallback(() => void load())
    return () => cancelIdleCallback(waiting)
  }, [isCalm])
  if (open === undefined) return null
  return <Suspense>{open === 'help' ? <KeyHelp /> : <Palette />}</Suspense>
}
