import { describe, expect, it } from 'vitest'
import type { ViewFilterGroup } from '@common/views'
import {
  changedLine,
  countLines,
  draftOf,
  filterOf,
  isDraftGroup,
  withGroup,
  withLine,
  withMovedLine,
} from '@renderer/features/views/filter/draft'

const a = { column: 'a', operator: 'is', value: '1' } as const
const b = { column: 'b', operator: 'isEmpty' } as const
const filter: ViewFilterGroup = { join: 'and', filters: [a, { join: 'or', filters: [b, a] }] }

describe('a filter in the making', () => {
  it('comes back as it was', () => {
    expect(filterOf(draftOf(filter))).toEqual(filter)
    expect(countLines(draftOf(filter))).toBe(3)
  })

  it('changes and loses lines at any depth, and groups that have none left', () => {
    const draft = draftOf(filter)
    const inner = draft.lines.find(isDraftGroup)
    const [first, second] = inner?.lines ?? []
    const changed = changedLine(draft, first?.key ?? 0, (line) => ({ ...line, condition: a }))
    expect(filterOf(changed)).toEqual({ join: 'and', filters: [a, { join: 'or', filters: [a, a] }] })
    const less = changedLine(
      changedLine(draft, first?.key ?? 0, () => undefined),
      second?.key ?? 0,
      () => undefined,
    )
    expect(filterOf(less)).toEqual({ join: 'and', filters: [a] })
  })

  it('has its lines put in another order, at any depth', () => {
    const draft = draftOf(filter)
    const inner = draft.lines.find(isDraftGroup)
    expect(filterOf(withMovedLine(draft, draft.key, 1, 0)).filters.at(-1)).toEqual(a)
    const moved = withMovedLine(draft, inner?.key ?? 0, 0, 1)
    expect(filterOf(moved)).toEqual({ join: 'and', filters: [a, { join: 'or', filters: [a, b] }] })
  })

  it('gets lines, and groups that are joined the other way', () => {
    const draft = withGroup(withLine(draftOf({ join: 'and', filters: [] }), a), b)
    expect(filterOf(draft)).toEqual({ join: 'and', filters: [a, { join: 'or', filters: [b] }] })
    expect(new Set(draft.lines.map(({ key }) => key)).size).toBe(2)
  })
})
