import { message } from '@common/messages'
import { ApiError, PageError, useFailure } from '@renderer/api'
import { i18n, sentence } from '@renderer/i18n'
import { act, screen } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'

beforeEach(() => {
  i18n.addResourceBundle('de', 'api', { internalError: 'Interner Fehler', unreachable: 'Kein Server' })
  i18n.addResourceBundle('de', 'errors', { TABLE_EXISTS: 'Es gibt bereits eine Tabelle „{table}“.' })
})
afterEach(() => i18n.changeLanguage('en'))

const english = "There is already a table 'Tracks'."
const refused = (text?: ReturnType<typeof message>) =>
  new ApiError('TABLE_EXISTS', english, 409, {}, undefined, undefined, text)

const set: { fail: (failure: unknown) => void } = { fail: () => undefined }

function Shown() {
  const [text, fail] = useFailure()
  useEffect(() => void (set.fail = fail), [fail])
  return <p role="alert">{text ?? 'nothing'}</p>
}

const shown = (): string | null => screen.getByRole('alert').textContent

it.each([
  [
    'an error of the server',
    refused(message('errors.TABLE_EXISTS', { table: 'Tracks' })),
    'Es gibt bereits eine Tabelle „Tracks“.',
  ],
  ['an error of the server without data', refused(), english],
  ['an error of the page', new PageError(sentence('api.unreachable')), 'Kein Server'],
  ['a sentence', sentence('api.unreachable'), 'Kein Server'],
  ['anything else', new Error('oops'), 'Interner Fehler'],
])('shows %s, also after a switch of the language', async (_name, failure, german) => {
  draw(<Shown />)
  act(() => set.fail(failure))
  const before = shown()
  expect(before).not.toBe('nothing')
  await act(() => i18n.changeLanguage('de'))
  expect(shown()).toBe(german)
  await act(() => i18n.changeLanguage('en'))
  expect(shown()).toBe(before)
  act(() => set.fail(undefined))
  expect(shown()).toBe('nothing')
})

it('shows the text of an error until the page has its own', async () => {
  draw(<Shown />)
  act(() =>
    set.fail(
      new ApiError('INTERNAL', 'In words of the server', 500, {}, undefined, undefined, {
        key: 'errors.inventedLater',
      }),
    ),
  )
  expect(shown()).toBe('In words of the server')
  i18n.addResourceBundle('de', 'errors', { inventedLater: 'Später' }, true)
  await act(() => i18n.changeLanguage('de'))
  expect(shown()).toBe('Später')
})
