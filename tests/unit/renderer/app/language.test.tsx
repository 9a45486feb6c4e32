import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useAppearance } from '@renderer/app/use-appearance'
import { formatNumber, i18n, t } from '@renderer/i18n'
import { changeSetting } from '@renderer/stores'

// jsdom has no media queries.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))

afterEach(async () => {
  act(() => changeSetting('language', 'en'))
  await vi.waitFor(() => expect(i18n.language).toBe('en'))
  cleanup()
})

function Page() {
  const { language } = useAppearance()
  return <p key={language}>{t('tabs.all')}</p>
}

it('a chosen language is loaded and shown without a reload, with its direction', async () => {
  i18n.addResourceBundle('iw', 'tabs', { all: 'כל הלשוניות' })
  i18n.addResourceBundle('de', 'tabs', { all: 'Alle Reiter' })
  const { findByText } = render(<Page />)
  await findByText('All tabs')
  const { documentElement: root } = document

  act(() => changeSetting('language', 'iw'))
  await findByText('כל הלשוניות')
  expect([root.lang, root.dir]).toEqual(['he', 'rtl'])

  act(() => changeSetting('language', 'de'))
  await findByText('Alle Reiter')
  expect([root.lang, root.dir, formatNumber(1234.5)]).toEqual(['de', 'ltr', '1.234,5'])

  // A text that the language lacks is English.
  expect(t('tabs.close', { name: 'x' })).toBe('Close x')
})
