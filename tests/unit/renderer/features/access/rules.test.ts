import { describe, expect, it } from 'vitest'
import {
  changesOf,
  isChanged,
  isRestricted,
  storedRules,
  tickOf,
  wantedRules,
  withColumn,
  withColumns,
  withoutRules,
  withRight,
  withRights,
  withRows,
  type RoleRules,
} from '@renderer/features/access/rules'

const everything = { create: true, read: true, update: true, delete: true }
const reading = { create: false, read: true, update: false, delete: false }
const free: RoleRules = { ...everything, columns: {}, rows: null }
const rows = { join: 'and', filters: [{ column: 'name', operator: 'is', value: { currentUser: true } }] } as const

describe('rules of a role for a table', () => {
  it('never give what the permissions of the role do not grant', () => {
    const viewer = { ...free, ...reading }
    expect(withRight(viewer, reading, 'create', true)).toEqual(viewer)
    expect(withRights(viewer, reading, ['create', 'read', 'delete'])).toEqual(viewer)
    expect(wantedRules('t', 'viewer', reading, viewer).rules).toEqual({ read: true, columns: {}, rows: null })
  })

  it('change and delete only with reading', () => {
    const blind = withRight(free, everything, 'read', false)
    expect(blind).toMatchObject({ create: true, read: false, update: false, delete: false })
    expect(withRight(blind, everything, 'update', true)).toMatchObject({ read: true, update: true, delete: false })
  })

  it('return to the permissions of the role', () => {
    const ruled = withRows(withColumn(withRights(free, everything, ['read']), 'pay', 'hidden'), rows)
    expect(isRestricted(ruled, everything)).toBe(true)
    expect(withoutRules(ruled, everything)).toEqual(free)
    expect(isRestricted(free, everything)).toBe(false)
    expect(isRestricted({ ...free, ...reading }, reading)).toBe(false)
  })

  it('hold restricted columns only, and a row rule only with conditions', () => {
    const hidden = withColumns(free, ['a', 'b'], 'hidden')
    expect(withColumn(hidden, 'a', 'write').columns).toEqual({ b: 'hidden' })
    expect(withRows(withRows(free, rows), { join: 'or', filters: [] }).rows).toBeNull()
    const stored = { role: 'editor', ...everything, granted: everything, disabled: false, rows: null }
    expect(storedRules({ ...stored, columns: { a: 'write', b: 'read' } }).columns).toEqual({ b: 'read' })
  })

  it('count their differences', () => {
    const after = withRows(withColumn(withRight(free, everything, 'create', false), 'pay', 'read'), rows)
    expect(changesOf(free, after)).toEqual({ gained: 0, lost: 1, rules: 2 })
    expect(changesOf(after, free)).toEqual({ gained: 1, lost: 0, rules: 2 })
    expect([isChanged(free, after), isChanged(free, { ...free })]).toEqual([true, false])
  })

  it('show one tick for several', () => {
    expect([tickOf([]), tickOf([true, true]), tickOf([true, false]), tickOf([false])]).toEqual([
      'off',
      'on',
      'mixed',
      'off',
    ])
  })
})
