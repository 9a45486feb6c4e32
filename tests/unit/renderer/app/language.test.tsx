import { act, cleanup, render } from '@testing-library/react'
import { untilItWorks } from '@tests/helpers/until'
import { afterEach, expect, it, vi } from 'vitest'
import { followAppearance, useAppearance } from '@renderer/app/use-appearance'
import { i18n, shownLanguage, t, useLanguage } from '@renderer/i18n'
import { changeSetting } from '@renderer/stores'

// jsdom has no media queries.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))

afterEach(async () => {
  act(() => changeSetting('language', 'en'))
  await untilItWorks(() => expect(i18n.language).toBe('en'))
  cleanup()
})

followAppearance()

function Page() {
  useAppearance()
  useLanguage()
  return <p>{t('tabs.all')}</p>
}

it('a chosen language is loaded and shown without a reload, with its direction', async () => {
  i18n.addResourceBundle('en_Arab', 'tabs', { all: 'Àll tàbs' })
  const { findByText } = render(<Page />)
  await findByText('All tabs')
  const { documentElement: root } = document

  act(() => changeSetting('language', 'en_Arab'))
  await findByText('Àll tàbs')
  expect([root.lang, root.dir]).toEqual(['en-Arab', 'rtl'])

  act(() => changeSetting('language', 'en'))
  await findByText('All tabs')
  expect([root.lang, root.dir]).toEqual(['en', 'ltr'])
})

it('a page that has chosen no language shows that of the system', () => {
  const wanted = vi.spyOn(navigator, 'languages', 'get')
  wanted.mockReturnValue(['xx', 'en-GB'])
  expect(shownLanguage(null)).toBe('en')
  wanted.mockReturnValue(['en_Arab'])
  expect(shownLanguage(null)).toBe('en_Arab')
  expect(shownLanguage('en')).toBe('en')
})
