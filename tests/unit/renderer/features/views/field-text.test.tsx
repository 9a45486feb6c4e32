import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useFieldText } from '@renderer/features/views/values/use-field-text'
import { formatNumber, i18n } from '@renderer/i18n'

beforeEach(() => i18n.changeLanguage('en'))
afterEach(cleanup)

function Field({ value }: { readonly value: number | undefined }) {
  const [text, type] = useFieldText(value, (given) => formatNumber(given))
  return <input aria-label="Value" value={text} onChange={({ target }) => type(target.value)} />
}
const shown = (): string => screen.getByLabelText<HTMLInputElement>('Value').value

it('a field writes its value anew in another language', async () => {
  render(<Field value={1234.5} />)
  expect(shown()).toBe('1,234.5')
  await act(() => i18n.changeLanguage('de'))
  expect(shown()).toBe('1.234,5')
  fireEvent.change(screen.getByLabelText('Value'), { target: { value: '7,5' } })
  expect(shown()).toBe('7,5')
})

it('a field keeps a text that is no value', async () => {
  render(<Field value={undefined} />)
  fireEvent.change(screen.getByLabelText('Value'), { target: { value: 'half' } })
  await act(() => i18n.changeLanguage('de'))
  expect(shown()).toBe('half')
})
