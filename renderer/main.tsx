import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@renderer/ui/tokens.css'
import '@renderer/ui/base.css'
import { pointRadioKeys } from '@renderer/ui/radio-keys'
import { loadLanguage, shownLanguage, startTexts } from '@renderer/i18n'
import { bindNavigation, useUsers, useWindows } from '@renderer/stores'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { startServices } from './app/boot'
import { followDesktop } from './app/desktop'
import { createAppRouter } from './app/router'
import { applyAppearance, followAppearance } from './app/use-appearance'

// The language of the page before, or the system's: the desktop's settings come later.
const textsReady = startTexts(shownLanguage(useWindows.getState().language))

followAppearance()
pointRadioKeys()

// Before the router: its first guard calls the server.
const settingsKnown = startServices(() => location.hash.slice(1).split('?')[0] || '/')

const router = createAppRouter()
bindNavigation((path) => router.navigate(path))

// After a sign-out here or in another window, the guard checks the current page again.
useUsers.subscribe((now, before) => {
  if (now.token === null && before.token !== null) void router.revalidate()
})

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
// The router already loads the first page while the texts and settings are on their way.
void Promise.all([textsReady, settingsKnown])
  .then(() => loadLanguage(shownLanguage(useWindows.getState().language)))
  .then(() => {
    applyAppearance()
    createRoot(root).render(<App router={router} />)
    followDesktop((listener) => void router.subscribe(listener))
  })
