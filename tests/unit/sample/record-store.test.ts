import { columnType } from '@common/columns/registry'
import { makeRecordStore, type SampleTable } from '@common/sample'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { columnOf } from '../columns/column'

const store = makeRecordStore()
const tableNamed = (name: string): SampleTable => {
  const table = store.find((candidate) => candidate.name === name)
  if (table === undefined) throw new Error(`No table ${name}`)
  return table
}
const values = (table: SampleTable, column: string): unknown[] => {
  const index = table.columns.findIndex(({ name }) => name === column)
  return table.rows.map((row) => row[index])
}

describe('the sample record store', () => {
  it('has about 5,000 related rows', () => {
    expect(Object.fromEntries(store.map(({ title, rows }) => [title, rows.length]))).toEqual({
      Artists: 60,
      Albums: 150,
      Tracks: 1530,
      Customers: 180,
      Invoices: 700,
      'Invoice lines': 1787,
      Playlists: 14,
      'Playlist tracks': 489,
    })
  })

  it('is always the same', () => {
    expect(createHash('sha256').update(JSON.stringify(store)).digest('hex').slice(0, 16)).toBe('19c079ee346be5c9')
    expect(makeRecordStore()).toEqual(store)
  })

  it.each(store)('$title: every value is one that its column accepts', ({ columns, rows }) => {
    columns.forEach((definition, index) => {
      const column = columnOf(definition.uiType, definition.options, { required: definition.required })
      for (const row of rows)
        expect(columnType(definition.uiType).parse(row[index], column)).toEqual({ ok: true, value: row[index] })
    })
  })

  it.each(store)('$title: keys and unique columns hold nothing twice', (table) => {
    const key = table.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => values(table, name))
    const keys = table.rows.map((_, index) => key.map((column) => column[index]).join('/'))
    expect(new Set(keys).size).toBe(table.rows.length)
    for (const { name } of table.columns.filter(({ unique }) => unique))
      expect(new Set(values(table, name)).size).toBe(table.rows.length)
  })

  it.each(store)('$title: points only to rows that are there, of tables made before', (table) => {
    for (const { columns, referencedTable, referencedColumns } of table.foreignKeys) {
      const referenced = tableNamed(referencedTable)
      expect(store.indexOf(referenced)).toBeLessThan(store.indexOf(table))
      const present = new Set(values(referenced, referencedColumns[0] ?? ''))
      for (const value of values(table, columns[0] ?? '')) expect(present.has(value)).toBe(true)
    }
  })

  it('adds up: the total of an invoice is the sum of its lines', () => {
    const lines = tableNamed('invoice_lines')
    const sums = new Map<unknown, number>()
    lines.rows.forEach(([, invoice, , quantity, price]) => {
      sums.set(invoice, (sums.get(invoice) ?? 0) + Math.round(Number(quantity) * Number(price) * 100))
    })
    const invoices = tableNamed('invoices')
    const totals = values(invoices, 'total')
    values(invoices, 'id').forEach((id, index) => {
      expect(Math.round(Number(totals[index]) * 100)).toBe(sums.get(id))
    })
  })
})
