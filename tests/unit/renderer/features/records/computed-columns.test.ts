import { message } from '@common/messages'
import { plainSettings } from '@common/views'
import { describe, expect, it } from 'vitest'
import type { VirtualColumn } from '@common/model/relations'
import { gridColumns } from '@renderer/features/records/columns/grid-columns'
import { computedInfo, listTexts, sureValue, valueColumns } from '@renderer/features/records/columns/computed-columns'
import { idColumn, nameColumn, tableOf } from './fixtures'

const formula: VirtualColumn = {
  kind: 'formula',
  id: 'vc_1',
  title: 'Gross',
  formula: '1',
  result: { uiType: 'Currency', options: { currency: 'EUR' } },
}
const list: VirtualColumn = {
  kind: 'lookup',
  id: 'vc_2',
  title: 'Days',
  linkId: 'l',
  column: 'day',
  result: { uiType: 'Date', options: {}, many: true },
}
const broken: VirtualColumn = {
  kind: 'count',
  id: 'vc_3',
  title: 'Gone',
  linkId: 'l',
  problem: message('virtualProblems.linkGone'),
  problemText: 'It has gone.',
}
const table = tableOf([idColumn, nameColumn], { virtualColumns: [formula, list, broken] })

describe('computed columns in the grid', () => {
  it('stand behind the stored ones, drawn by what they come to, and nobody can write to them', () => {
    const columns = gridColumns(table, plainSettings, false)
    const seen = columns.map(({ id, title, display, editable, computed }) => [
      id,
      title,
      display,
      editable,
      computed?.kind,
    ])
    expect(seen).toContainEqual(['vc_1', 'Gross', 'number', false, 'formula'])
    expect(seen).toContainEqual(['vc_2', 'Days', 'chips', false, 'lookup'])
    expect(columns.find(({ id }) => id === 'vc_3')?.computed?.problem).toBe(
      'The relation that this column follows has been deleted.',
    )
  })

  it('are the same objects as long as the table is', () => {
    expect(valueColumns(table)).toBe(valueColumns(table))
    expect(computedInfo(nameColumn)).toBeUndefined()
  })

  it('write each value of a list by its type', () => {
    const item = valueColumns(table).map(computedInfo)[3]?.item
    expect(item && listTexts('["2026-01-31","2024-02-29"]', item, { locale: 'en-GB' })).toEqual([
      '31 Jan 2026',
      '29 Feb 2024',
    ])
    expect(item && listTexts('no list', item, { locale: 'en-GB' })).toEqual([])
  })

  it('show the digits that are sure', () => {
    expect(sureValue(0.1 + 0.2)).toBe(0.3)
    expect(sureValue('text')).toBe('text')
  })
})
