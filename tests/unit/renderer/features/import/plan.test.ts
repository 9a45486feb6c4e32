import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, Table } from '@common/model'
import type { WireImportPreview } from '@common/operations/imports'
import { freeTitle } from '@common/util/free-title'
import {
  fillableColumns,
  carriedColumns,
  mappedColumns,
  newTableColumns,
  orderOf,
  problemOfPlan,
  withGoal,
  type SheetPlan,
} from '@renderer/features/import/plan'
import { describe, expect, it } from 'vitest'

const column = (name: string, part: Partial<Column> = {}): Column => ({ ...blankColumn, name, title: name, ...part })
const table: Table = {
  name: 'customers',
  title: 'Customers',
  type: 'table',
  order: 1,
  columns: [
    column('id', { uiType: 'ID', primaryKey: true, autoIncrement: true }),
    column('Name'),
    column('Email', { uiType: 'Email' }),
    column('Made', { uiType: 'CreateTime' }),
    column('Total', { generated: true }),
  ],
  virtualColumns: [],
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [],
  rowId: null,
}

type ColumnPart = Partial<WireImportPreview['columns'][number]>
const read = (headers: readonly string[], parts: readonly ColumnPart[] = []): WireImportPreview => ({
  sheet: 0,
  encoding: 'utf-8',
  delimiter: ';',
  header: true,
  locale: 'de-DE',
  skip: 0,
  columns: headers.map((header, source) => ({
    source,
    header,
    title: header,
    guess: { uiType: 'SingleLineText', options: {}, misfits: 0 },
    types: [{ uiType: 'Number', options: { precision: 0 }, misfits: 3 }],
    known: false,
    filled: 1,
    samples: [],
    ...parts[source],
  })),
  rows: [],
  whole: true,
  estimatedRows: 0,
  warnings: [],
})

const newPlan = (preview: WireImportPreview, title = 'Plants'): SheetPlan => ({
  target: { kind: 'new', title },
  columns: newTableColumns(preview),
  key: [],
  onMatch: 'update',
})
const tablePlan = (preview: WireImportPreview, key: readonly string[] = []): SheetPlan => ({
  target: { kind: 'table', name: 'customers' },
  columns: mappedColumns(preview, table),
  key,
  onMatch: 'skip',
})
const nothing = { taken: [], others: [], table: undefined }

describe('columns of a file', () => {
  it('fill those that may be written, and the key by which records are found', () => {
    expect(fillableColumns(table).map(({ name }) => name)).toEqual(['id', 'Name', 'Email'])
  })

  it('go to columns of like names; what fits nowhere is left out', () => {
    expect(mappedColumns(read(['e-mail', 'Shoe size', 'NAME']), table).map(({ goal }) => goal)).toEqual([
      { kind: 'column', name: 'Email' },
      { kind: 'skip' },
      { kind: 'column', name: 'Name' },
    ])
  })

  it('take a column from another that had it', () => {
    const [first, second] = withGoal(mappedColumns(read(['Name', 'Other']), table), 1, { kind: 'column', name: 'Name' })
    expect([first?.goal, second?.goal]).toEqual([{ kind: 'skip' }, { kind: 'column', name: 'Name' }])
  })

  it('keep what was chosen when the file is read with other options, where it still is the same column', () => {
    const was = read(['a', 'b', 'c'])
    const chosen = newTableColumns(was).map((each) =>
      each.source === 0
        ? { ...each, title: 'Mine', uiType: 'Number' as const }
        : { ...each, goal: { kind: 'skip' as const } },
    )
    const now = read(['a', 'B', 'c'], [{}, {}, { types: [] }])
    expect(carriedColumns(chosen, was, newTableColumns(now), now)).toMatchObject([
      { title: 'Mine', uiType: 'Number', goal: { kind: 'new' } },
      { title: 'B', goal: { kind: 'new' } },
      { title: 'c', goal: { kind: 'skip' } },
    ])
  })
})

describe('a plan that cannot be carried out', () => {
  const preview = read(['a', 'b'])
  const keyOf = (plan: SheetPlan, around: Parameters<typeof problemOfPlan>[1] = nothing): string | undefined =>
    problemOfPlan(plan, around)?.key

  it('needs a title that no other table has, nor another of the same import', () => {
    expect(keyOf(newPlan(preview, '  '))).toBe('titleMissing')
    expect(keyOf(newPlan(preview, 'plants'), { ...nothing, taken: ['Plants'] })).toBe('titleTaken')
    expect(keyOf(newPlan(preview), { ...nothing, others: ['PLANTS '] })).toBe('titleTwice')
    expect(keyOf(newPlan(preview))).toBeUndefined()
  })

  it('needs a table, and a column at least', () => {
    expect(keyOf({ ...tablePlan(preview), target: { kind: 'table', name: '' } })).toBe('tableMissing')
    expect(keyOf(tablePlan(preview), { ...nothing, table })).toBe('noColumns')
    expect(keyOf(tablePlan(preview), { ...nothing, table, otherTables: ['customers'] })).toBe('tableTwice')
  })

  it('needs a name for each column, of its own', () => {
    const named = (...titles: string[]): SheetPlan => ({
      ...newPlan(preview),
      columns: newTableColumns(preview).map((each, at) => ({ ...each, title: titles[at] ?? '' })),
    })
    expect(problemOfPlan(named('x', ' '), nothing)).toEqual({ key: 'columnTitleMissing', source: 1 })
    expect(problemOfPlan(named('x', 'X '), nothing)).toEqual({ key: 'columnTitleTwice', source: 1, name: 'X' })
  })

  it('needs the key among what is filled', () => {
    const mapped = read(['Name'])
    expect(problemOfPlan(tablePlan(mapped, ['Email']), { ...nothing, table })).toEqual({
      key: 'keyNotFilled',
      name: 'Email',
    })
    expect(problemOfPlan(tablePlan(mapped, ['Name']), { ...nothing, table })).toBeUndefined()
  })
})

describe('what the server is asked', () => {
  it('is a new table with its columns, types and their choices, read as the preview was', () => {
    const preview = read(['a', 'b'])
    const plan: SheetPlan = {
      ...newPlan(preview, ' Plants '),
      columns: newTableColumns(preview).map((each) =>
        each.source === 0 ? { ...each, title: ' A ', uiType: 'Number' } : { ...each, goal: { kind: 'skip' } },
      ),
    }
    expect(orderOf(0, {}, plan, preview)).toEqual({
      sheet: 0,
      options: { encoding: 'utf-8', delimiter: ';', header: true, locale: 'de-DE', skip: 0 },
      into: { kind: 'new', title: 'Plants' },
      columns: [{ source: 0, title: 'A', uiType: 'Number', options: { precision: 0 } }],
      onMatch: 'update',
    })
  })

  it('is columns of a table that there is, with the key by which records are known', () => {
    const preview = { ...read(['e-mail', 'x']), encoding: null, delimiter: null }
    expect(orderOf(2, { header: false }, tablePlan(preview, ['Email']), preview)).toMatchObject({
      sheet: 2,
      options: { header: true },
      into: { kind: 'table', table: 'customers' },
      columns: [{ source: 0, column: 'Email' }],
      key: ['Email'],
      onMatch: 'skip',
    })
  })
})

describe('the title of a new table', () => {
  it('is counted when it is taken', () => {
    expect(freeTitle('Plants', ['Trees'])).toBe('Plants')
    expect(freeTitle('Plants', ['PLANTS', 'plants 2'])).toBe('Plants 3')
  })
})
