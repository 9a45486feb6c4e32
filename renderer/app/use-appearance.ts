import { coloursOf, roomFactors, scaledRow, textFactors, themeTokenNames, themeTokens } from '@common/settings'
import { rowHeights } from '@common/views'
import { isDark } from '@renderer/actions'
import { i18n, languageDirection, loadLanguage, localeTag, shownLanguage, t } from '@renderer/i18n'
import { useSetting, useWindows } from '@renderer/stores'
import { isMotionReduced } from '@renderer/ui'
import { useEffect, useRef, useSyncExternalStore } from 'react'

const systemDark = '(prefers-color-scheme: dark)'
const systemReducesMotion = '(prefers-reduced-motion: reduce)'

function followSystem(listener: () => void): () => void {
  const queries = [systemDark, systemReducesMotion].map((query) => window.matchMedia(query))
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

/** Everything that `applyAppearance` has set. */
let applied = ''

/**
 * Applies theme, font size, density, motion, language and direction, before the first paint and after each change. The
 * attribute `data-look` changes with everything that a canvas reads, and comes last.
 */
export function applyAppearance(): void {
  const { documentElement: root } = document
  const { themeName, customTheme, density, fontSize, reducedMotion } = useWindows.getState()
  const scheme = isDark() ? 'dark' : 'light'
  const tokens = themeTokens(coloursOf(themeName, customTheme), scheme)
  const properties: Readonly<Record<string, string | undefined>> = {
    ...tokens,
    '--text': String(textFactors[fontSize]),
    '--room': String(roomFactors[density]),
    '--row': String(scaledRow(rowHeights.short, density, fontSize)),
  }
  const isReduced =
    reducedMotion === 'on' || (reducedMotion === 'system' && window.matchMedia(systemReducesMotion).matches)
  const [lang, dir] = [localeTag(), languageDirection()]
  document.querySelector('[data-mantine-shared-portal-node]')?.setAttribute('aria-label', t('app.overlays'))
  // Each value that is set makes the browser match the styles of the whole page again, also if it is the same.
  const now = JSON.stringify([properties, isReduced, scheme, lang, dir])
  if (now === applied) return
  applied = now
  for (const name of [...themeTokenNames, ...Object.keys(properties)])
    root.style.setProperty(name, properties[name] ?? null)
  root.dataset['motion'] = isReduced ? 'reduced' : 'full'
  root.setAttribute('data-mantine-color-scheme', scheme)
  root.lang = lang
  root.dir = dir
  root.dataset['look'] = [scheme, density, fontSize, lang, ...Object.values(tokens)].join(' ')
}

/**
 * Applies each change of the settings, the system or the language at once. Call it before React subscribes to the
 * language: components measure a page that already has the new direction.
 */
export function followAppearance(): void {
  applyAppearance()
  i18n.on('languageChanged', applyAppearance)
  useWindows.subscribe(applyAppearance)
  followSystem(applyAppearance)
}

/** S1 §4: a changed language fires confetti, in the window where the user changed it. None with reduced motion. */
async function celebrate(): Promise<void> {
  if (!document.hasFocus() || isMotionReduced()) return
  try {
    const { throwConfetti } = await import('./confetti')
    throwConfetti()
  } catch {
    // Without a connection, the page does without.
  }
}

/**
 * Returns the active colour scheme. The default is the system's (ui.md; S1 §3 windows). Also loads a newly chosen
 * language and switches to it.
 */
export function useAppearance(): 'dark' | 'light' {
  const chosen = useSetting('darkTheme')
  const chosenLanguage = shownLanguage(useSetting('language'))
  const system = useSyncExternalStore(followSystem, () => window.matchMedia(systemDark).matches)
  const isLocked = useWindows((state) => state.darkThemeAllowed === false)
  const scheme = !isLocked && (chosen ?? system) ? 'dark' : 'light'

  const lastLanguage = useRef(chosenLanguage)
  useEffect(() => {
    void loadLanguage(chosenLanguage).then(() => {
      if (lastLanguage.current !== chosenLanguage) void celebrate()
      lastLanguage.current = chosenLanguage
    })
  }, [chosenLanguage])

  return scheme
}
