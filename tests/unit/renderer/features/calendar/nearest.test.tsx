import type { Table } from '@common/model'
import type { ViewFilterGroup } from '@common/views'
import { calendarColumns } from '@common/views/calendar'
import { dayNumber } from '@common/views/calendar-days'
import { data } from '@renderer/api'
import { nearerTo, nearestQuery, useFirstRecords, useNearest, type Side } from '@renderer/features/calendar/nearest'
import type { GridSession } from '@renderer/features/records'
import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { column, idColumn, nameColumn, tableOf } from '../records/fixtures'

const reader = { now: new Date(0), timeZone: 'America/New_York', locale: 'en', email: '' }
const november = {
  from: dayNumber({ year: 2026, month: 11, day: 1 }),
  to: dayNumber({ year: 2026, month: 12, day: 1 }),
}
const table: Table = tableOf([
  idColumn,
  nameColumn,
  column({ name: 'due', title: 'Due', uiType: 'Date' }),
  column({ name: 'starts', title: '-Starts', uiType: 'DateTime' }),
  column({ name: 'ends', title: 'Ends', uiType: 'DateTime' }),
])
const everything: ViewFilterGroup = { join: 'and', filters: [] }

function asked(side: Side, options: object, filter = everything, search = '') {
  const columns = calendarColumns(table, options)
  if (columns === undefined) throw new Error('No columns')
  const { conditionGraph, ...others } = nearestQuery({ table, columns, days: november, filter, search, reader }, side)
  return { ...others, conditions: JSON.parse(String(conditionGraph)) as unknown }
}

describe('the nearest record', () => {
  it('is the last one that begins before the days, or the first after them: one row and no more of it than its day', () => {
    expect(asked('before', { startColumn: 'due' })).toEqual({
      limit: 1,
      sort: '-Due',
      fields: 'Id,Due',
      conditions: { Due: { lt: '2026-11-01' } },
    })
    expect(asked('after', { startColumn: 'due' })).toMatchObject({
      sort: 'Due',
      conditions: { Due: { ge: '2026-12-01' } },
    })
  })

  it('is looked for by the midnights of whoever looks, and read with its end', () => {
    expect(asked('before', { startColumn: 'starts', endColumn: 'ends' })).toEqual({
      limit: 1,
      sort: '--Starts',
      fields: 'Id,-Starts,Ends',
      conditions: { '-Starts': { lt: '2026-11-01 04:00:00' } },
    })
    expect(asked('after', { startColumn: 'starts' })).toMatchObject({
      sort: '+-Starts',
      conditions: { '-Starts': { ge: '2026-12-01 05:00:00' } },
    })
  })

  it('is one that the view and the find box find', () => {
    const filter: ViewFilterGroup = {
      join: 'or',
      filters: [{ column: nameColumn.name, operator: 'is', value: 'Apogee' }],
    }
    const { search, conditions } = asked('after', { startColumn: 'due' }, filter, 'gig') as Record<string, unknown>
    expect(search).toBe('gig')
    expect(JSON.stringify(conditions)).toContain('Apogee')
    expect(JSON.stringify(conditions)).toContain('2026-12-01')
  })
})

describe('asking for it', () => {
  afterEach(() => vi.restoreAllMocks())
  const columns = calendarColumns(table, { startColumn: 'due' })
  if (columns === undefined) throw new Error('No columns')
  const december = { from: november.to, to: november.to + 31 }
  const filter = { kind: 'and', filters: [] }
  const listeners = new Set<() => void>()
  const rows = {
    isFetching: false,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const session = {
    projectId: 'p',
    table,
    model: { rows },
    settings: { filter: everything },
    query: { search: '', filter },
    rowFilter: { filter, reader },
  } as unknown as GridSession

  function ask() {
    const answers: ((rows: readonly unknown[]) => void)[] = []
    const call = vi.spyOn(data, 'call').mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
    const hook = renderHook(
      ({ days, isEmpty, isReading }) => useNearest(session, columns as never, 'UTC', days, { isEmpty, isReading }),
      { initialProps: { days: november, isEmpty: true, isReading: true } },
    )
    const settle = (work: () => void = () => undefined): Promise<void> => act(async () => work())
    return { answers, call, hook, settle }
  }

  it('waits until it is known that nothing is there, and asks nothing where something is', async () => {
    const { call, hook, settle } = ask()
    await settle()
    hook.rerender({ days: november, isEmpty: false, isReading: false })
    await settle()
    expect(call).not.toHaveBeenCalled()
    hook.rerender({ days: november, isEmpty: true, isReading: false })
    await settle()
    expect(call).toHaveBeenCalledTimes(2)
  })

  it('waits for rows that are on their way, though they may arrive before anything is drawn', async () => {
    const { call, hook, settle } = ask()
    rows.isFetching = true
    hook.rerender({ days: november, isEmpty: true, isReading: false })
    await settle()
    expect(call).not.toHaveBeenCalled()
    rows.isFetching = false
    await settle(() => listeners.forEach((listener) => listener()))
    expect(call).toHaveBeenCalledTimes(2)
    expect(listeners.size).toBe(0)
  })

  it('drops answers about days that are shown no more', async () => {
    const { answers, hook, settle } = ask()
    hook.rerender({ days: november, isEmpty: true, isReading: false })
    await settle()
    hook.rerender({ days: december, isEmpty: true, isReading: false })
    await settle()
    expect(answers).toHaveLength(4)
    await settle(() => answers.slice(0, 2).forEach((answer) => answer([{ Id: 1, Due: '2009-03-12' }])))
    expect(hook.result.current).toBeUndefined()
    await settle(() => {
      answers[2]?.([{ Id: 2, Due: '2026-10-30' }])
      answers[3]?.([])
    })
    expect(hook.result.current).toEqual({
      before: { day: dayNumber({ year: 2026, month: 10, day: 30 }), id: '2' },
      after: undefined,
    })
    // A hint that no longer applies disappears.
    hook.rerender({ days: december, isEmpty: false, isReading: false })
    expect(hook.result.current).toBeUndefined()
  })
})

describe('a calendar that opens on days without records', () => {
  const [before, after] = [november.from - 3, november.to + 1].map((day) => ({ day, id: 'x' }))

  it('goes to the nearer record, and to the later one of two that are as near', () => {
    expect(nearerTo(november.from, { before, after })).toBe(before)
    expect(nearerTo(november.to - 1, { before, after })).toBe(after)
    expect(nearerTo(november.from - 1, { before, after: { day: november.from + 1, id: 'x' } })?.day).toBe(
      november.from + 1,
    )
    expect(nearerTo(november.from, { before, after: undefined })).toBe(before)
    expect(nearerTo(november.from, { before: undefined, after: undefined })).toBeUndefined()
  })

  it('waits until it is known where records are', () => {
    const tell = vi.fn()
    const { rerender } = renderHook(
      ({ isShown, known }) =>
        useFirstRecords(isShown, known ? { before, after: undefined } : undefined, november.from, tell),
      { initialProps: { isShown: false, known: false } },
    )
    expect(tell).not.toHaveBeenCalled()
    rerender({ isShown: false, known: true })
    expect(tell.mock.calls).toEqual([[november.from - 3]])
    rerender({ isShown: true, known: false })
    expect(tell).toHaveBeenLastCalledWith(undefined)
  })
})
