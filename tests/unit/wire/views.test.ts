import { describe, expect, it } from 'vitest'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, Table } from '@common/model'
import { fromQueryParams, queryParamsOf, readQueryParams } from '@main/http/legacy/views/query-params'
import type { PartialViewSettings } from '@common/views'
import type { QueryParams } from '@main/http/legacy/views/types'

const column = (name: string, title: string, uiType: Column['uiType'], primaryValue = false): Column => ({
  ...blankColumn,
  name,
  title,
  uiType,
  primaryValue,
})

const table: Table = {
  name: 'things',
  title: 'Things',
  type: 'table',
  order: 1,
  columns: [
    column('id', 'Id', 'ID'),
    column('name', 'Name', 'SingleLineText', true),
    column('price', 'Price', 'Decimal'),
    column('due', 'Due on', 'Date'),
    column('live', 'Live', 'Checkbox'),
    column('tags', 'Tags', 'MultiSelect'),
  ],
  virtualColumns: [],
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [],
  rowId: null,
}

const grid = { kind: 'grid', options: {} } as const
const filterOf = (...filters: unknown[]) => fromQueryParams(table, { filters }, grid).settings.filter
const one = (field: string, op: string, value?: unknown) => filterOf({ field, op, value, logicOp: 'and' })?.filters[0]
const told = (settings: PartialViewSettings, extras: QueryParams = {}) =>
  queryParamsOf(table, { ...grid, settings, extras, locked: false })

describe('filters of old scripts', () => {
  it.each([
    ['Name', 'is equal', 'a', { column: 'name', operator: 'is', value: 'a' }],
    ['name', 'is not like', 'a', { column: 'name', operator: 'doesNotContain', value: 'a' }],
    ['Price', 'is equal', '1.5', { column: 'price', operator: 'equals', value: 1.5 }],
    ['Price', '<=', 3, { column: 'price', operator: 'lessOrEqual', value: 3 }],
    ['Price', '>', 'much', { column: 'price', operator: 'greater', value: 'much' }],
    ['Due on', '<', '2026-01-01', { column: 'due', operator: 'isBefore', value: '2026-01-01' }],
    ['Due on', '>=', '2026-01-01', { column: 'due', operator: 'isOnOrAfter', value: '2026-01-01' }],
    ['Due on', 'is null', undefined, { column: 'due', operator: 'isNull' }],
    ['Due on', 'is not null', undefined, { column: 'due', operator: 'isNotNull' }],
    ['Live', 'is equal', 'true', { column: 'live', operator: 'isChecked' }],
    ['Live', 'is equal', 0, { column: 'live', operator: 'isNotChecked' }],
    ['Live', 'is not equal', true, { column: 'live', operator: 'isNotChecked' }],
    ['Live', 'is not empty', undefined, { column: 'live', operator: 'isChecked' }],
    ['Tags', 'is equal', 'new', { column: 'tags', operator: 'hasAnyOf', value: ['new'] }],
  ])('%s %s %s', (field, op, value, expected) => {
    expect(one(field, op, value)).toEqual(expected)
  })

  it('that name nothing of the table, or ask for what there is not, are left out', () => {
    expect(filterOf({ field: 'Elsewhere', op: 'is equal', value: 1 })).toEqual({ join: 'and', filters: [] })
    expect(filterOf({ field: 'Name', op: 'sounds like', value: 1 })).toEqual({ join: 'and', filters: [] })
    expect(filterOf({ field: 'Name', op: 'toString', value: 1 })).toEqual({ join: 'and', filters: [] })
    expect(fromQueryParams(table, { filters: 'all' }, grid).settings).toEqual({})
    expect(fromQueryParams(table, { filters: [{ field: 1 }] }, grid).settings).toEqual({})
  })

  it('are joined as the database would: and before or; one alone is a condition', () => {
    const at = (value: string, logicOp?: string) => ({ field: 'Name', op: 'is equal', value, logicOp })
    const is = (value: string) => ({ column: 'name', operator: 'is', value })
    expect(filterOf(at('a'), at('b', 'and'))).toEqual({ join: 'and', filters: [is('a'), is('b')] })
    expect(filterOf(at('a', 'and'), at('b', 'or'), at('c', 'or'))).toEqual({
      join: 'or',
      filters: [is('a'), is('b'), is('c')],
    })
    expect(filterOf(at('a'), at('b', 'and'), at('c', 'or'))).toEqual({
      join: 'or',
      filters: [{ join: 'and', filters: [is('a'), is('b')] }, is('c')],
    })
  })

  it('that ask for null ask for it again when the view is read', () => {
    const filters = ['is null', 'is not null'].map((op) => ({ field: 'Name', op, logicOp: 'and' }))
    expect(told(fromQueryParams(table, { filters }, grid).settings)['filters']).toEqual(filters)
  })

  it('come back as they were sent', () => {
    const settings: PartialViewSettings = {
      filter: {
        join: 'or',
        filters: [
          { column: 'name', operator: 'contains', value: 'a' },
          { column: 'live', operator: 'isNotChecked' },
          { column: 'due', operator: 'isAfter', value: '2026-01-01' },
        ],
      },
    }
    const { filters } = told(settings)
    expect(filters).toEqual([
      { field: 'Name', op: 'is like', value: 'a', logicOp: 'or' },
      { field: 'Live', op: 'is equal', value: false, logicOp: 'or' },
      { field: 'Due on', op: '>', value: '2026-01-01', logicOp: 'or' },
    ])
    expect(fromQueryParams(table, { filters }, grid).settings).toEqual(settings)
  })

  it('that have no words there are not told, and stay when what was told is sent back', () => {
    const nested: PartialViewSettings = {
      filter: { join: 'and', filters: [{ join: 'or', filters: [{ column: 'name', operator: 'isEmpty' }] }] },
    }
    const params = told(nested)
    expect(params['filters']).toEqual([])
    expect(fromQueryParams(table, params, grid, params).settings).toEqual({})
    expect(fromQueryParams(table, { filters: [] }, grid, told({ frozen: 2, filter: nested.filter })).settings).toEqual(
      {},
    )
    expect(
      told({ filter: { join: 'and', filters: [{ column: 'due', operator: 'is', value: { relative: 'today' } }] } }),
    ).toMatchObject({ filters: [] })
  })
})

describe('what scripts keep with a view', () => {
  it('fields, order, widths and sorts are settings by the titles of columns', () => {
    const { settings, extras } = fromQueryParams(
      table,
      {
        showFields: { Price: false, Name: true, Elsewhere: false },
        fieldsOrder: ['Price', 'Elsewhere', 'Name', 'price'],
        columnsWidth: { Name: '2000px', Price: 12, 'Due on': 'wide', Elsewhere: 100 },
        sortList: [{ field: 'Price', order: '-' }, { field: 'Elsewhere' }],
        showSystemFields: true,
        extraViewParams: { formParams: { name: 'x' } },
      },
      grid,
    )
    expect(settings).toEqual({
      hidden: ['price'],
      order: ['price', 'name'],
      widths: { name: 800, price: 40 },
      sorts: [{ column: 'price', descending: true }],
    })
    expect(extras).toEqual({ showSystemFields: true, extraViewParams: { formParams: { name: 'x' } } })
  })

  it('is answered with every field, in its order, beside what they alone know', () => {
    expect(told({ hidden: ['price'], order: ['live'] }, { showSystemFields: false })).toEqual({
      showSystemFields: false,
      filters: [],
      sortList: [],
      showFields: { Id: true, Name: true, Price: false, 'Due on': true, Live: true, Tags: true },
      fieldsOrder: ['Name', 'Live', 'Id', 'Price', 'Due on', 'Tags'],
      columnsWidth: {},
    })
  })

  it('is an object or its text, nothing else', () => {
    expect(readQueryParams({ a: 1 })).toEqual({ a: 1 })
    expect(readQueryParams('{"a":1}')).toEqual({ a: 1 })
    for (const text of ['', '[1]', 'null', '7', '{']) expect(readQueryParams(text)).toBeUndefined()
  })
})

describe('what scripts say of one kind of view', () => {
  it('a cover and the stacks of a board are columns by their titles', () => {
    const board = { kind: 'kanban', options: { hideEmpty: true } } as const
    const { options } = fromQueryParams(table, { coverImageField: 'Name', groupingField: 'Tags' }, board)
    expect(options).toEqual({ hideEmpty: true, coverColumn: 'name', stackColumn: 'tags' })
    const params = queryParamsOf(table, {
      kind: 'kanban',
      options: options ?? {},
      settings: {},
      extras: {},
      locked: false,
    })
    expect(params).toMatchObject({ coverImageField: 'Name', groupingField: 'Tags' })
    expect(fromQueryParams(table, params, board, params).options).toBeUndefined()
    expect(fromQueryParams(table, { coverImageField: 'Elsewhere' }, { kind: 'gallery', options: {} }).options).toBe(
      undefined,
    )
  })

  it('a form is its fields in their order, with their words and what comes after it', () => {
    const form = { kind: 'form', options: {} } as const
    const sent = {
      showFields: { Name: true, Price: false, 'Due on': true },
      fieldsOrder: ['Due on', 'Price', 'Name'],
      extraViewParams: {
        formParams: {
          name: 'Order',
          description: 'One each',
          fields: { Name: { label: 'What', required: true, description: 'In a word' } },
          submit: { message: 'Thanks', showAnotherSubmit: true },
          nocoBranding: true,
        },
      },
    }
    const { options = {}, extras } = fromQueryParams(table, sent, form)
    expect(options).toEqual({
      title: 'Order',
      description: 'One each',
      after: { kind: 'text', text: 'Thanks' },
      again: true,
      parts: [
        { kind: 'field', column: 'due' },
        { kind: 'field', column: 'name', label: 'What', help: 'In a word', required: true },
      ],
    })
    const told = queryParamsOf(table, { kind: 'form', options, settings: {}, extras, locked: false })
    expect(told).toMatchObject({
      fieldsOrder: ['Due on', 'Name', 'Id', 'Price', 'Live', 'Tags'],
      extraViewParams: { formParams: { name: 'Order', nocoBranding: true, submit: { message: 'Thanks' } } },
    })
    expect(fromQueryParams(table, told, { kind: 'form', options }, told).options).toBeUndefined()
  })

  it('a form leads nowhere but to safe addresses, and sections stay where they are', () => {
    const parts = [
      { kind: 'section', id: 's' },
      { kind: 'field', column: 'name' },
    ] as const
    const form = { kind: 'form' as const, options: { parts: [...parts] } }
    const submit = { submitRedirectUrl: 'javascript:alert(1)' }
    const { options } = fromQueryParams(
      table,
      { showFields: { Price: true }, extraViewParams: { formParams: { submit } } },
      form,
    )
    expect(options).toEqual({ parts: [...parts, { kind: 'field', column: 'price' }] })
  })
})
