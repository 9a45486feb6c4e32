import { dayNumber } from '@common/views/calendar-days'
import { fullDay, periodTitle, shortDay } from '@renderer/features/calendar/calendar-words'
import { describe, expect, it } from 'vitest'

const at = dayNumber({ year: 2026, month: 9, day: 18 })

describe('The words of a calendar', () => {
  it('write short months as cells do', () => {
    expect(shortDay(at)).toBe('18 Sep')
    expect(fullDay(at)).toBe('18 Sep 2026')
    expect(periodTitle('week', at, { from: at, to: at + 7 })).toMatch(/^18\s*–\s*24 Sep 2026$/)
  })
})
