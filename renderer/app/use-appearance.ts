import { isDark } from '@renderer/actions'
import { i18n, languageDirection, localeTag, t } from '@renderer/i18n'
import { useWindows } from '@renderer/stores'
import { useEffect, useSyncExternalStore } from 'react'

const systemDark = '(prefers-color-scheme: dark)'

function followSystem(listener: () => void): () => void {
  const query = window.matchMedia(systemDark)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Puts theme, language and direction on the page before anything is drawn. */
export function applyAppearance(): void {
  const root = document.documentElement
  root.setAttribute('data-mantine-color-scheme', isDark() ? 'dark' : 'light')
  root.lang = localeTag()
  root.dir = languageDirection()
  document.querySelector('[data-mantine-shared-portal-node]')?.setAttribute('aria-label', t('app.overlays'))
}

/** The colour scheme in force: the choice, else the system's while it lasts (ui.md; S1 §3 windows). */
export function useAppearance(): { readonly scheme: 'dark' | 'light' } {
  const chosen = useWindows((state) => state.darkTheme)
  const language = useWindows((state) => state.language)
  const system = useSyncExternalStore(followSystem, () => window.matchMedia(systemDark).matches)
  const scheme = (chosen ?? system) ? 'dark' : 'light'

  useEffect(() => {
    void i18n.changeLanguage(language).then(applyAppearance)
  }, [language])

  return { scheme }
}
