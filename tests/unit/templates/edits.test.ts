import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { uiTypes } from '@common/columns/ui-types'
import { rollupFunctions } from '@common/model/relations'
import {
  addColumnRow,
  addColumns,
  addTables,
  changed,
  counterpartOf,
  draftProblems,
  draftTypes,
  editColumn,
  emptyDraft,
  ended,
  followable,
  moveColumn,
  moveTable,
  placeOf,
  readDraft,
  redone,
  relationKinds,
  relationOf,
  removeColumn,
  removeTable,
  renameTable,
  tableOf,
  takeable,
  undone,
  versionsOf,
  writeDraft,
  type ColumnEdit,
  type Draft,
} from '@common/templates'

let count: number
const newId = (): string => `n${(count += 1)}`
beforeEach(() => {
  count = 0
})

/** Artists and albums with a text column each. */
function twoTables(): Draft {
  return addTables(
    emptyDraft,
    [
      { name: 'artists', columns: ['name'] },
      { name: 'albums', columns: ['title'] },
    ],
    newId,
  ).draft
}
const idOf = (draft: Draft, table: string): string => draft.tables.find(({ name }) => name === table)?.id ?? ''
const columnId = (draft: Draft, table: string, column: string): string =>
  draft.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.id ?? ''

/** Adds a relation from one table to another. Returns the draft and the id of the new column. */
function linked(draft: Draft, from: string, to: string, kind: 'mm' | 'hm' | 'bt'): { draft: Draft; id: string } {
  const id = newId()
  const row = addColumnRow(draft, idOf(draft, from), 'LinkToAnotherRecord', id)
  const typed = editColumn(row, id, { field: 'relation', value: kind }, newId)
  return { draft: editColumn(typed, id, { field: 'related', value: idOf(draft, to) }, newId), id }
}
const shape = (draft: Draft): Record<string, string[]> =>
  Object.fromEntries(
    draft.tables.map(({ name, columns }) => [
      name,
      columns.map((column) => {
        const related = tableOf(draft, column.relatedId)?.name
        return `${column.name}: ${relationOf(column) ?? column.uiType ?? '?'}${related === undefined ? '' : ` ${related}`}`
      }),
    ]),
  )

/** Expects that references resolve, and that each relation with a table has one counterpart. */
function expectSound(draft: Draft): void {
  const ends = new Map<string, number>()
  for (const table of draft.tables)
    for (const column of table.columns) {
      if (column.counterpartId !== undefined) ends.set(column.counterpartId, (ends.get(column.counterpartId) ?? 0) + 1)
      const relation = relationOf(column)
      if (column.relatedId === undefined) expect(column.counterpartId).toBeUndefined()
      else {
        expect(tableOf(draft, column.relatedId)).toBeDefined()
        const other = placeOf(draft, column.counterpartId)
        expect(relation).toBeDefined()
        expect(other?.table.id).toBe(column.relatedId)
        expect(other?.column).toMatchObject({ relatedId: table.id, counterpartId: column.id })
        expect(other && relationOf(other.column)).toBe(relation && counterpartOf[relation])
      }
      if (column.follows?.linkId === undefined) continue
      const link = placeOf(draft, column.follows.linkId)
      expect(link?.table.id).toBe(table.id)
      expect(followable(table)).toContain(link?.column)
      if (column.follows.columnId === undefined) continue
      const taken = placeOf(draft, column.follows.columnId)
      expect(taken?.table.id).toBe(link?.column.relatedId)
      expect(taken && takeable(taken.table)).toContain(taken?.column)
    }
  expect([...ends.values()].every((times) => times === 1)).toBe(true)
}

describe('A relation', () => {
  it.each([
    ['mm', 'mm'],
    ['hm', 'bt'],
    ['bt', 'hm'],
  ] as const)('%s has a %s in the related table', (kind, other) => {
    const { draft } = linked(twoTables(), 'artists', 'albums', kind)
    expect(shape(draft)).toEqual({
      artists: ['name: SingleLineText', `title2: ${kind} albums`],
      albums: ['title: SingleLineText', `artists: ${other} artists`],
    })
    expectSound(draft)
  })

  it('takes its counterpart to another table', () => {
    const three = addTables(twoTables(), [{ name: 'labels', columns: [] }], newId).draft
    const { draft, id } = linked(three, 'artists', 'albums', 'mm')
    const moved = editColumn(draft, id, { field: 'related', value: idOf(draft, 'labels') }, newId)
    expect(shape(moved)).toEqual({
      artists: ['name: SingleLineText', 'title2: mm labels'],
      albums: ['title: SingleLineText'],
      labels: ['artists: mm artists'],
    })
  })

  it('changes its counterpart with its kind, from either side', () => {
    const { draft, id } = linked(twoTables(), 'artists', 'albums', 'mm')
    const has = editColumn(draft, id, { field: 'relation', value: 'hm' }, newId)
    expect(shape(has)['albums']).toEqual(['title: SingleLineText', 'artists: bt artists'])
    const back = editColumn(has, columnId(has, 'albums', 'artists'), { field: 'relation', value: 'mm' }, newId)
    expect(shape(back)['artists']).toEqual(['name: SingleLineText', 'albums: mm albums'])
    expectSound(back)
  })

  it('goes with its counterpart if its type changes, or either is deleted', () => {
    const { draft, id } = linked(twoTables(), 'artists', 'albums', 'hm')
    const typed = editColumn(draft, id, { field: 'uiType', value: 'Number' }, newId)
    expect(shape(typed)).toEqual({
      artists: ['name: SingleLineText', 'title2: Number'],
      albums: ['title: SingleLineText'],
    })
    for (const gone of [id, columnId(draft, 'albums', 'artists')])
      expect(shape(removeColumn(draft, gone))).toEqual(shape(twoTables()))
  })

  it('may lead to its own table', () => {
    const { draft } = linked(twoTables(), 'artists', 'artists', 'hm')
    expect(shape(draft)['artists']).toEqual(['name: SingleLineText', 'title2: hm artists', 'artists: bt artists'])
    expectSound(draft)
  })

  it('goes with its table, and so do lookups over it', () => {
    const { draft, id } = linked(twoTables(), 'albums', 'artists', 'bt')
    const lookup = newId()
    const row = addColumnRow(draft, idOf(draft, 'albums'), 'Lookup', lookup)
    const over = editColumn(row, lookup, { field: 'link', value: id }, newId)
    const taken = editColumn(over, lookup, { field: 'column', value: columnId(over, 'artists', 'name') }, newId)
    expectSound(taken)
    expect(shape(removeTable(taken, idOf(taken, 'artists')))).toEqual({ albums: ['title: SingleLineText'] })
  })

  it('keeps its references when tables and columns get other names', () => {
    const { draft } = linked(twoTables(), 'albums', 'artists', 'bt')
    const renamed = renameTable(draft, idOf(draft, 'artists'), 'bands')
    expect(shape(renamed)['albums']).toEqual(['title: SingleLineText', 'title2: bt bands'])
    expect(writeDraft(renamed).tables.map(({ tn, hasMany, belongsTo }) => ({ tn, hasMany, belongsTo }))).toEqual([
      { tn: 'bands', hasMany: [{ tn: 'albums', _cn: 'albums' }], belongsTo: [] },
      { tn: 'albums', hasMany: [], belongsTo: [{ tn: 'bands', _cn: 'title2' }] },
    ])
  })
})

describe('Names', () => {
  it('that differ in case only are the same to databases', () => {
    const { draft, existing } = addTables(twoTables(), [{ name: 'Albums', columns: ['a', 'A'] }], newId)
    expect(existing).toEqual(['Albums'])
    expect(addColumns(draft, 'n1', ['NAME'], newId).existing).toEqual(['NAME'])
  })

  it('typed letter by letter are undone at once', () => {
    const two = twoTables()
    const id = columnId(two, 'artists', 'name')
    const named = (draft: Draft, value: string): Draft => editColumn(draft, id, { field: 'name', value }, newId)
    let versions = versionsOf(two)
    for (const value of ['t', 'ti', 'tit']) versions = changed(versions, named(versions.present, value), `name ${id}`)
    versions = changed(ended(versions), named(versions.present, 'title'), `name ${id}`)
    expect(placeOf(undone(versions).present, id)?.column.name).toBe('tit')
    expect(undone(undone(versions)).present).toBe(two)
    expect(redone(redone(undone(undone(versions)))).present).toBe(versions.present)
  })
})

describe('The types of the picker (S2 §3)', () => {
  it('leave out Formula, SpecificDBType, and ForeignKey, which only a counterpart has', () => {
    expect(uiTypes.filter((type) => !draftTypes.includes(type))).toEqual(['ForeignKey', 'Formula', 'SpecificDBType'])
  })
})

describe('A new column row (S2 §4)', () => {
  it("is titled 'title' and the next position; a link begins as many-to-many", () => {
    const two = twoTables()
    const row = addColumnRow(two, idOf(two, 'artists'), 'LinkToAnotherRecord', 'x')
    expect(placeOf(row, 'x')?.column).toEqual({
      id: 'x',
      name: 'title2',
      uiType: 'LinkToAnotherRecord',
      relation: 'mm',
    })
  })
})

describe('A table', () => {
  it('moves among the others', () => {
    const two = twoTables()
    expect(moveTable(two, idOf(two, 'albums'), 0).tables.map(({ name }) => name)).toEqual(['albums', 'artists'])
    expect(moveTable(two, 'gone', 0)).toBe(two)
  })
})

describe('A type', () => {
  it('takes choices, relation and function of the former type away', () => {
    const two = twoTables()
    const id = newId()
    const row = addColumnRow(two, idOf(two, 'artists'), 'SingleSelect', id)
    const chosen = editColumn(row, id, { field: 'choices', value: [{ title: 'Open', color: 'red' }] }, newId)
    const link = editColumn(chosen, id, { field: 'uiType', value: 'LinkToAnotherRecord' }, newId)
    expect(placeOf(link, id)?.column).toEqual({ id, name: 'title2', uiType: 'LinkToAnotherRecord', relation: 'mm' })
  })
})

describe('Added names', () => {
  it('that exist already are told and left out', () => {
    const { draft, existing } = addTables(
      twoTables(),
      [
        { name: 'albums', columns: [] },
        { name: 'x', columns: [] },
      ],
      newId,
    )
    expect(existing).toEqual(['albums'])
    expect(draft.tables.map(({ name }) => name)).toEqual(['artists', 'albums', 'x'])
    const columns = addColumns(draft, 'n1', ['name', 'born'], newId)
    expect(columns.existing).toEqual(['name'])
    expect(columns.draft.tables[0]?.columns.map(({ name }) => name)).toEqual(['name', 'born'])
  })
})

/** A step of an author: what to change, and numbers that choose among what is there. */
const step = fc.record({
  kind: fc.constantFrom('table', 'row', 'remove', 'removeTable', 'rename', 'move', 'edit', 'edit', 'edit', 'edit'),
  at: fc.nat(),
  to: fc.nat(),
  field: fc.constantFrom('name', 'uiType', 'choices', 'relation', 'related', 'link', 'column', 'rollup'),
})
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

function taken(draft: Draft, { kind, at, to, field }: { kind: string; at: number; to: number; field: string }): Draft {
  const table = pick(draft.tables, at)
  const column = pick(
    draft.tables.flatMap(({ columns }) => columns),
    at,
  )
  const type = pick(uiTypes, to)
  if (kind === 'table') return addTables(draft, [{ name: `t${to % 6}`, columns: ['a', 'b'] }], newId).draft
  if (table === undefined) return draft
  if (kind === 'row') return addColumnRow(draft, table.id, type, newId())
  if (kind === 'removeTable') return removeTable(draft, table.id)
  if (kind === 'rename') return renameTable(draft, table.id, `r${to % 6}`)
  if (column === undefined) return draft
  if (kind === 'remove') return removeColumn(draft, column.id)
  if (kind === 'move') return moveColumn(draft, column.id, to % 5)
  const edit = editOf(draft, column.id, field, to)
  return edit === undefined ? draft : editColumn(draft, column.id, edit, newId)
}

/** Returns an edit that the form of a column offers. */
function editOf(draft: Draft, id: string, field: string, to: number): ColumnEdit | undefined {
  const place = placeOf(draft, id)
  if (place === undefined) return undefined
  const { table, column } = place
  const links = column.uiType === 'Lookup' || column.uiType === 'Rollup' ? followable(table) : []
  const related = tableOf(draft, placeOf(draft, column.follows?.linkId)?.column.relatedId)
  const isLink = column.uiType === 'LinkToAnotherRecord' || column.uiType === 'ForeignKey'
  const value = <T>(list: readonly T[]): T | undefined => pick(list, to)
  switch (field) {
    case 'name':
      return { field, value: `c${to % 6}` }
    case 'choices':
      return {
        field,
        value: [
          { title: "It's", color: 'red' },
          { title: 'b', color: 'lime' },
        ],
      }
    case 'uiType': {
      const type = value([...uiTypes, 'LinkToAnotherRecord', 'Lookup', 'Rollup'] as const)
      return type && { field, value: type }
    }
    case 'relation': {
      const kind = isLink ? value(relationKinds) : undefined
      return kind && { field, value: kind }
    }
    case 'related': {
      const other = isLink ? value(draft.tables) : undefined
      return other && { field, value: other.id }
    }
    case 'link': {
      const link = value(links)
      return link && { field, value: link.id }
    }
    case 'column': {
      const other = related === undefined ? undefined : value(takeable(related))
      return other && { field, value: other.id }
    }
    default: {
      const fn = column.uiType === 'Rollup' ? value(rollupFunctions) : undefined
      return fn && { field: 'rollup', value: fn }
    }
  }
}

describe('Any sequence of edits', () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 40 })

  it('leaves references that resolve, and each counterpart once', () => {
    fc.assert(
      fc.property(steps, (all) => {
        let draft = twoTables()
        for (const each of all) {
          draft = taken(draft, each)
          expectSound(draft)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is undone to the draft before, and done again', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const first = twoTables()
        let versions = versionsOf(first)
        for (const each of all) versions = changed(versions, taken(versions.present, each))
        const last = versions.present
        while (versions.past.length > 0) versions = undone(versions)
        expect(versions.present).toBe(first)
        while (versions.future.length > 0) versions = redone(versions)
        expect(versions.present).toBe(last)
      }),
    )
  })

  it('is written and read back as it was, if it has no problems', () => {
    let written = 0
    fc.assert(
      fc.property(steps, (all) => {
        let draft: Draft = { ...twoTables(), title: 'T', category: 'C' }
        for (const each of all) draft = taken(draft, each)
        const names = draft.tables.map(({ name }) => name)
        if (draftProblems(draft).length > 0 || new Set(names).size < names.length) return
        written += 1
        const stored = writeDraft(draft)
        const read = readDraft(stored, newId)
        expectSound(read)
        expect(writeDraft(read)).toEqual(stored)
      }),
      { numRuns: 300 },
    )
    expect(written).toBeGreaterThan(20)
  })
})
