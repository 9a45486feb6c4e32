import { message } from '@common/messages'
import { FailedRows } from '@renderer/features/import/FailedRows'
import { ApiError, messageOf } from '@renderer/api'
import { i18n } from '@renderer/i18n'
import { draw } from '@tests/helpers/renderer'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const dateProblem = message('problems.notDate', { column: 'Born' })
const english = 'Born must be a date such as 2026-09-18.'
const row = { sheet: 'people', line: 3, column: 'Born', value: 'soon' }

vi.mock('@renderer/features/import/import-api', async (original) => ({
  ...(await original<object>()),
  failuresOf: () =>
    Promise.resolve({
      list: [
        { ...row, msg: english, message: dateProblem },
        { ...row, msg: 'From a newer server.', message: { key: 'problems.inventedLater', params: {} } },
      ],
      count: 2,
    }),
}))

beforeEach(async () => {
  i18n.addResourceBundle('de', 'problems', { notDate: '{column} muss ein Datum sein.' })
  i18n.addResourceBundle('de', 'errors', { ROW_INVALID: 'Werte passen nicht: {problems}.' })
  await i18n.changeLanguage('de')
})
afterEach(() => i18n.changeLanguage('en'))

it('shows reasons of the server in the language of the page, and its English where it has no text', async () => {
  draw(<FailedRows projectId="shop" importId="1" name="people.csv" />)
  expect(await screen.findByText('Born muss ein Datum sein.')).toBeDefined()
  expect(screen.getByText('From a newer server.')).toBeDefined()
  expect(screen.queryByText(english)).toBeNull()
})

it('shows the texts inside an error in the language of the page', () => {
  const text = message('errors.ROW_INVALID', { problems: [dateProblem] })
  const error = new ApiError('ROW_INVALID', `Some values do not fit: ${english}`, 400, {}, undefined, undefined, text)
  expect(messageOf(error)).toBe('Werte passen nicht: Born muss ein Datum sein.')
})
