import { describe, expect, it } from 'vitest'
import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import {
  definitionOf,
  draftOfComputed,
  nameableColumns,
  newComputedDraft,
} from '@renderer/features/tables/computed-draft'
import { column, tableOf } from '../records/fixtures'

const formula: VirtualColumn = {
  kind: 'formula',
  id: 'vc_1',
  title: 'Gross',
  formula: '{price} * 2 + {vc_2} & {gone}',
}
const other: VirtualColumn = { kind: 'formula', id: 'vc_2', title: 'Net {x}', formula: '1' }
const table: Table = tableOf([column({ title: 'Price', name: 'price' })], { virtualColumns: [formula, other] })

describe('a computed column in its dialog', () => {
  it('shows its columns by title, as they are called now', () => {
    expect(draftOfComputed(table, formula)).toMatchObject({
      kind: 'formula',
      title: 'Gross',
      formula: '{Price} * 2 + {Net {x\\}} & {gone}',
    })
  })

  it('may name every column but itself and links', () => {
    expect(nameableColumns(table, formula).map(({ title }) => title)).toEqual(['Price', 'Net {x}'])
  })

  it('is complete when everything is chosen', () => {
    expect(definitionOf(newComputedDraft)).toBeUndefined()
    expect(definitionOf({ ...newComputedDraft, formula: '1' })).toEqual({ kind: 'formula', formula: '1' })
    expect(definitionOf({ ...newComputedDraft, kind: 'count', linkId: 'l' })).toEqual({ kind: 'count', link: 'l' })
    expect(definitionOf({ ...newComputedDraft, kind: 'lookup', linkId: 'l' })).toBeUndefined()
    expect(definitionOf({ ...newComputedDraft, kind: 'rollup', linkId: 'l', column: 'c', function: 'avg' })).toEqual({
      kind: 'rollup',
      link: 'l',
      column: 'c',
      function: 'avg',
    })
  })
})
