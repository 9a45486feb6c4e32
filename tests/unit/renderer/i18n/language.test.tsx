import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { i18n, memo, pageReader, t, translated, useDirection } from '@renderer/i18n'

beforeAll(() => {
  i18n.addResourceBundle('en_Arab', 'tabs', { all: 'Àll tàbs' })
})
beforeEach(async () => {
  await i18n.changeLanguage('en')
})
afterEach(cleanup)

const Title = memo(function Title({ of }: { readonly of: string }) {
  return (
    <p>
      {of}: {t('tabs.all')}
    </p>
  )
})

function Form() {
  const [typed, type] = useState('')
  return <input aria-label={t('tabs.all')} value={typed} onChange={({ target }) => type(target.value)} />
}

it('a memo component follows the language, though its properties stay', async () => {
  const { container } = render(<Title of="Tracks" />)
  expect(container.textContent).toBe('Tracks: All tabs')
  await act(() => i18n.changeLanguage('en_Arab'))
  expect(container.textContent).toBe('Tracks: Àll tàbs')
})

it('a page follows the language and keeps its state', async () => {
  const Page = translated(Form)
  render(<Page />)
  fireEvent.change(screen.getByLabelText('All tabs'), { target: { value: 'half ty' } })
  await act(() => i18n.changeLanguage('en_Arab'))
  expect(screen.getByLabelText<HTMLInputElement>('Àll tàbs').value).toBe('half ty')
})

it('the direction follows the language', async () => {
  const Direction = (): string => useDirection()
  const { container } = render(<Direction />)
  expect(container.textContent).toBe('ltr')
  await act(() => i18n.changeLanguage('en_Arab'))
  expect(container.textContent).toBe('rtl')
})

it('the reader is the same object until the language changes', async () => {
  const before = pageReader()
  expect(pageReader()).toBe(before)
  await i18n.changeLanguage('en_Arab')
  expect(pageReader()).toMatchObject({ locale: 'en-Arab', timeZone: before.timeZone })
})
