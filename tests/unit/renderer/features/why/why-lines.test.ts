import { describe, expect, it } from 'vitest'
import type { AccessExplanation } from '@common/operations/access'
import { hiddenColumns, hiddenTables, whyTables } from '@renderer/features/why/why-lines'

type Explained = AccessExplanation['tables'][number]
const table = (name: string, more: Partial<Explained> = {}): Explained => ({
  table: name,
  title: name.toUpperCase(),
  type: 'table',
  rights: [],
  columns: [],
  rows: null,
  rowsRuled: false,
  rowColumns: [],
  views: [],
  ...more,
})
const explain = (...tables: Explained[]): AccessExplanation => ({ role: 'editor', roleTitle: '', missing: [], tables })
const pay = { column: 'pay', title: 'Pay', access: 'hidden', because: 'rule', cause: null } as const

describe('what is hidden in tables', () => {
  it('leaves out tables without rules, and rights that no role grants there', () => {
    const view = table('sums', { rights: [{ right: 'create', because: 'permission' }] })
    expect(whyTables(explain(table('free'), view))).toEqual([])
  })

  it('names a table that is off or closed once, with the place to change it', () => {
    const hidden = { rights: [{ right: 'read', because: 'disabled' } as const], columns: [pay] }
    const closed = { rights: [{ right: 'read', because: 'rule' } as const] }
    expect(whyTables(explain(table('a', hidden), table('b', closed)))).toEqual([
      {
        table: 'a',
        title: 'A',
        lines: [{ kind: 'table', key: 'table', reason: { because: 'disabled' }, place: { to: 'models' } }],
      },
      {
        table: 'b',
        title: 'B',
        lines: [{ kind: 'table', key: 'table', reason: { because: 'rule' }, place: { to: 'rules', table: 'b' } }],
      },
    ])
  })

  it('lists the tables that are hidden as a whole, for any reason', () => {
    const closed = (because: 'disabled' | 'rule' | 'permission') => ({ rights: [{ right: 'read' as const, because }] })
    const hidden = hiddenTables(
      explain(
        table('a', closed('disabled')),
        table('b', { ...closed('rule'), type: 'view' }),
        table('c', closed('permission')),
        table('d', { columns: [pay] }),
      ),
    )
    expect(hidden.map(({ name, type, line }) => [name, type, line.place])).toEqual([
      ['a', 'table', { to: 'models' }],
      ['b', 'view', { to: 'rules', table: 'b' }],
      ['c', 'table', { to: 'roles' }],
    ])
  })

  it('numbers the hidden columns of each table that is read', () => {
    const readOnly = { column: 'grade', title: 'Grade', access: 'read', because: 'rule', cause: null } as const
    const tax = { ...pay, column: 'tax', title: 'Tax' }
    const closed = { rights: [{ right: 'read', because: 'rule' } as const], columns: [pay] }
    const of = explain(
      table('a', { columns: [pay, readOnly, tax] }),
      table('b', { columns: [tax] }),
      table('c', closed),
    )
    expect(hiddenColumns(of).map(({ table, number, line }) => [table, number, line.title])).toEqual([
      ['a', 1, 'Pay'],
      ['a', 2, 'Tax'],
      ['b', 1, 'Tax'],
    ])
  })

  it('names disabled views', () => {
    const views = [{ view: 'vw_1', title: 'By year' }]
    expect(whyTables(explain(table('a', { views })))[0]?.lines).toEqual([
      { kind: 'view', key: 'view vw_1', title: 'By year', place: { to: 'models' } },
    ])
  })

  it('says what a computed column is made from, and leads to the rule of its cause', () => {
    const made = { column: 'x', title: 'Sum', access: 'hidden', because: 'madeFromHidden' } as const
    const people = table('people', { columns: [pay] })
    const teams = table('teams', {
      columns: [
        { ...made, cause: { table: 'people', column: 'pay' } },
        { ...made, column: 'y', cause: { table: 'vault', column: null } },
        { ...made, column: 'z', cause: { table: 'unknown', column: 'secret' } },
      ],
    })
    const vault = table('vault', { rights: [{ right: 'read', because: 'disabled' }] })
    const [found] = whyTables(explain(people, teams, vault), 'teams')
    expect(found?.lines).toMatchObject([
      {
        reason: { because: 'madeFromHidden', table: 'PEOPLE', column: 'Pay' },
        place: { to: 'rules', table: 'people' },
      },
      { reason: { because: 'madeFromHidden', table: 'VAULT', column: null }, place: { to: 'models' } },
      { reason: { because: 'madeFromHidden', table: null, column: null } },
    ])
  })

  it('names the row rule and the rights that a rule takes', () => {
    const ruled = table('a', {
      rights: [
        { right: 'create', because: 'rule' },
        { right: 'delete', because: 'permission' },
      ],
      rowsRuled: true,
      rowColumns: ['Country'],
    })
    expect(whyTables(explain(ruled))[0]?.lines).toMatchObject([
      { kind: 'rows', columns: ['Country'] },
      { kind: 'right', right: 'create' },
    ])
  })
})
