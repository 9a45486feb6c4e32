import type { CalendarColumns } from '@common/views/calendar'
import { calendarColumns } from '@common/views/calendar'
import { dayNumber } from '@common/views/calendar-days'
import { useCalendarRecords } from '@renderer/features/calendar/use-calendar-events'
import type { GridSession } from '@renderer/features/records'
import { production, useUnsaved, useUsers } from '@renderer/stores'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { column, idColumn, nameColumn, tableOf } from '../records/fixtures'
import { openQueued } from '../records/queued-model'

vi.mock('@renderer/features/tables', () => ({}))

const table = tableOf([idColumn, nameColumn, column({ title: 'Due', uiType: 'Date' })])
const november = {
  from: dayNumber({ year: 2026, month: 11, day: 1 }),
  to: dayNumber({ year: 2026, month: 12, day: 1 }),
}

afterEach(() => {
  localStorage.clear()
  production.set('p', false)
  useUnsaved.setState({ edits: [], fleeting: new Set() })
})

it('shows every staged new record, with a date and without', async () => {
  useUsers.setState({ user: { email: 'ada@example.com' } as never })
  production.set('p', true)
  const model = openQueued(table)
  model.queued.watch(() => undefined)
  await act(async () => undefined)
  for (let at = 1; at <= 25; at += 1) model.addRow({ values: { Name: `Undated ${at}` } })
  for (let at = 1; at <= 3; at += 1) model.addRow({ values: { Name: `Dated ${at}`, Due: '2026-11-05' } })
  await act(async () => undefined)
  const columns = calendarColumns(table, { startColumn: 'Due' }) as CalendarColumns
  const session = { model } as unknown as GridSession
  const { result } = renderHook(() => useCalendarRecords(session, columns, 'UTC', november, 50))
  const { events, undated } = result.current
  expect(events.map(({ row }) => model.rowAt(row)?.['Name'])).toEqual(['Dated 1', 'Dated 2', 'Dated 3'])
  // The two records of the table also have no date.
  expect(undated.filter(({ row }) => model.isDraft(row))).toHaveLength(25)
  expect(new Set([...events, ...undated].map(({ id }) => id)).size).toBe(events.length + undated.length)
})
