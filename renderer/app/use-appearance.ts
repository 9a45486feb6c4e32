import { isDark } from '@renderer/actions'
import { i18n, languageDirection, loadLanguage, localeTag, t } from '@renderer/i18n'
import { useWindows } from '@renderer/stores'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

const systemDark = '(prefers-color-scheme: dark)'

function followSystem(listener: () => void): () => void {
  const query = window.matchMedia(systemDark)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Applies theme, language and direction before the first paint. */
export function applyAppearance(): void {
  const root = document.documentElement
  root.setAttribute('data-mantine-color-scheme', isDark() ? 'dark' : 'light')
  root.lang = localeTag()
  root.dir = languageDirection()
  document.querySelector('[data-mantine-shared-portal-node]')?.setAttribute('aria-label', t('app.overlays'))
}

/** S1 §4: a changed language fires confetti, in the window where the user changed it. None with reduced motion. */
async function celebrate(): Promise<void> {
  if (!document.hasFocus() || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  try {
    const { throwConfetti } = await import('./confetti')
    throwConfetti()
  } catch {
    // Without a connection, the page does without.
  }
}

/**
 * Returns the active colour scheme and the loaded language. The default scheme is the system's (ui.md; S1 §3 windows).
 * Loads a newly chosen language first, without a reload of the page.
 */
export function useAppearance(): { readonly scheme: 'dark' | 'light'; readonly language: string } {
  const chosen = useWindows((state) => state.darkTheme)
  const chosenLanguage = useWindows((state) => state.language)
  const [language, setLanguage] = useState(i18n.language)
  const system = useSyncExternalStore(followSystem, () => window.matchMedia(systemDark).matches)
  const isLocked = useWindows((state) => state.darkThemeAllowed === false)
  const scheme = !isLocked && (chosen ?? system) ? 'dark' : 'light'

  const shownLanguage = useRef(chosenLanguage)
  useEffect(() => {
    void loadLanguage(chosenLanguage).then(() => {
      applyAppearance()
      setLanguage(i18n.language)
      if (shownLanguage.current !== chosenLanguage) void celebrate()
      shownLanguage.current = chosenLanguage
    })
  }, [chosenLanguage])

  return { scheme, language }
}
