import { useCommands } from '@renderer/actions'
import { directionOfValue, useTranslation } from '@renderer/i18n'
import { useAfterFirstRows } from '@renderer/stores'
import { lazy, Suspense, useEffect } from 'react'
import { paletteCommands } from './commands'
import { followTabs, palette, usePalette } from './palette-store'
import styles from './waiting.module.css'

const load = () => import('./surfaces')
const Palette = lazy(async () => ({ default: (await load()).Palette }))
const KeyHelp = lazy(async () => ({ default: (await load()).KeyHelp }))

/** Shows the palette and the help on top of every page. Loads their code when the page is idle. */
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
  return open === 'help' ? (
    <Suspense>
      <KeyHelp />
    </Suspense>
  ) : (
    <Suspense fallback={<Waiting />}>
      <Palette />
    </Suspense>
  )
}

/** Captures keys until the palette has loaded. Otherwise the page below would get the first letters. */
function Waiting() {
  const { t } = useTranslation()
  const typed = usePalette((state) => state.typed)
  return (
    <input
      className={styles.waiting}
      aria-label={t('palette.label')}
      autoFocus
      dir={directionOfValue(typed)}
      value={typed}
      onChange={(event) => usePalette.setState({ typed: event.target.value, entered: undefined })}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') palette.close()
        if (event.key === 'Enter' && !event.nativeEvent.isComposing)
          usePalette.setState({ entered: event.ctrlKey || event.metaKey ? 'beside' : 'here' })
      }}
    />
  )
}
