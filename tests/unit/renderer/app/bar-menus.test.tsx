import { AppBar } from '@renderer/app/AppBar'
import { followAppearance, useAppearance } from '@renderer/app/use-appearance'
import { HelpMenu } from '@renderer/app/BarMenus'
import { handleKeys, registerCommands, shellCommands } from '@renderer/actions'
import { queryClient } from '@renderer/api'
import { LanguageMenu, settingsDialog, ThemeMenu } from '@renderer/features/preferences'
import { i18n } from '@renderer/i18n'
import { bindNavigation, changeSetting, settingOf } from '@renderer/stores'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { MemoryRouter } from 'react-router-dom'
import { untilItWorks } from '@tests/helpers/until'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const went = vi.fn()
let isReduced: boolean
let stop: () => void

beforeEach(() => {
  isReduced = false
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: isReduced && media.includes('reduced-motion'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  bindNavigation(went)
  registerCommands(shellCommands)
  stop = handleKeys(() => ({ path: '/projects', isSignedIn: true }))
})
afterEach(async () => {
  stop()
  isReduced = true
  went.mockClear()
  act(() => changeSetting('language', 'en'))
  await untilItWorks(() => expect(i18n.language).toBe('en'))
  for (const canvas of document.querySelectorAll('[data-confetti]')) canvas.remove()
})

function Bar() {
  useAppearance()
  return (
    <>
      <LanguageMenu />
      <HelpMenu />
      <ThemeMenu />
    </>
  )
}

it('the language menu opens by Ctrl+Shift+L and lists the languages with a folder', async () => {
  draw(<Bar />)
  fireEvent.keyDown(window, { key: 'L', code: 'KeyL', ctrlKey: true, shiftKey: true })
  const english = await screen.findByRole('menuitem', { name: 'English' })
  expect(english.getAttribute('aria-current')).toBe('true')
})

it('a changed language fires confetti, once and only then', async () => {
  // With the whole bar: it must not follow the language a second time.
  draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Bar />
        <AppBar />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const paper = () => document.querySelectorAll('[data-confetti]').length
  await act(async () => {})
  expect(paper()).toBe(0)
  act(() => changeSetting('language', 'en_Arab'))
  await untilItWorks(() => expect(paper()).toBe(1))
  // It goes by itself.
  await untilItWorks(() => expect(paper()).toBe(0))
})

it('no confetti with reduced motion', async () => {
  followAppearance()
  draw(<Bar />)
  isReduced = true
  act(() => changeSetting('language', 'en_Arab'))
  await untilItWorks(() => expect(document.documentElement.lang).toBe('en-Arab'))
  await act(async () => void (await import('@renderer/app/confetti')))
  expect(document.querySelector('[data-confetti]')).toBeNull()
})

it('the theme menu changes the palette, and leads to the other settings of appearance', async () => {
  draw(<Bar />)
  fireEvent.click(screen.getByRole('button', { name: 'Theme colours' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Grapes' }))
  expect(settingOf('themeName')).toBe('Grapes')
  const shown = vi.spyOn(settingsDialog, 'show')
  fireEvent.click(screen.getByRole('button', { name: 'Theme colours' }))
  expect((await screen.findByRole('menuitem', { name: 'Grapes' })).getAttribute('aria-current')).toBe('true')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Appearance' }))
  expect(shown).toHaveBeenCalledWith('appearance')
  act(() => changeSetting('themeName', 'Default'))
})

it('the help menu leads to the documentation and to what is new; F1 does too', async () => {
  draw(<Bar />)
  fireEvent.click(screen.getByRole('button', { name: 'Help' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Documentation/ }))
  expect(went).toHaveBeenLastCalledWith('/docs')
  fireEvent.click(screen.getByRole('button', { name: 'Help' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /^See what’s new/ }))
  expect(went).toHaveBeenLastCalledWith('/docs/changelog')
  went.mockClear()
  fireEvent.keyDown(window, { key: 'F1', code: 'F1' })
  expect(went).toHaveBeenLastCalledWith('/docs')
})

it('the help menu opens the licences that the build has collected', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  draw(<Bar />)
  fireEvent.click(screen.getByRole('button', { name: 'Help' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Licences of parts' }))
  expect(open).toHaveBeenCalledExactlyOnceWith('licences.txt', '_blank', 'noopener')
})
