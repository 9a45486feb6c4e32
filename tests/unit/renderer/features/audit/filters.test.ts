import { describe, expect, it } from 'vitest'
import { filterInput, isFiltered, noFilters, withDays, withSpan } from '@renderer/features/audit/filters'

describe('the time of audit entries', () => {
  const input = (first: string, last: string) => filterInput(withDays(noFilters, first, last))

  it('is between two days of the reader, both included', () => {
    expect(input('2026-03-01', '2026-03-31')).toEqual({
      from: new Date(2026, 2, 1).toISOString(),
      until: new Date(2026, 3, 1).toISOString(),
    })
  })

  it('is open at an end without a day, and while a year is typed', () => {
    expect(input('', '2026-12-31')).toEqual({ until: new Date(2027, 0, 1).toISOString() })
    expect(input('2026-03-01', '')).toEqual({ from: new Date(2026, 2, 1).toISOString() })
    expect(input('0002-03-01', '')).toEqual({})
    expect(isFiltered(withDays(noFilters, '', ''))).toBe(true)
  })

  it('loses the days with another span', () => {
    const filters = withSpan(withDays(noFilters, '2026-03-01', '2026-03-31'), 'any')
    expect([filterInput(filters), isFiltered(filters)]).toEqual([{}, false])
  })
})
