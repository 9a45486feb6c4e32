import { describe, expect, it } from 'vitest'
import type { ListedAuditLine } from '@common/operations/audit'
import { differencesOf, rowsOf, titleOf, viewOf, whatWords } from '@renderer/features/audit/audit-words'

const line = (operation: string, details: unknown): ListedAuditLine => {
  const [type = '', action = ''] = operation.split('/')
  return {
    id: '1',
    user: 'ada@example.com',
    ip: null,
    actor: null,
    origin: null,
    projectId: 'shop',
    table: 'things',
    rowId: '1',
    type,
    action,
    description: null,
    details: details ?? null,
    when: '2026-03-01T12:00:00.000Z',
  }
}

describe('a line of the audit', () => {
  it('says what was done in words, of any operation', () => {
    expect(whatWords(line('DATA/UPDATE', []))).toBe('Changed record')
    expect(whatWords(line('TABLE/CREATED', {}))).toBe('Created table')
    expect(whatWords(line('DATA/IMPORT', {}))).toBe('Imported records')
    expect(whatWords(line('DATA/IMPORT_CANCELLED', {}))).toBe('Cancelled import')
    expect(whatWords(line('OPERATION/virtualColumnRename', undefined))).toBe('virtual column rename')
    expect(whatWords(line('OPERATION/xcRelationColumnDelete', undefined))).toBe('relation column delete')
  })

  it('names what it is about, unless that is a record or a person', () => {
    expect(titleOf(line('AUTOMATION/CREATED', { title: 'Pay reminder' }))).toBe('Pay reminder')
    expect(titleOf(line('TABLE/INDEX_CREATED', { title: 'by_name' }))).toBe('by_name')
    expect([
      titleOf(line('AUTOMATION/RESENT', undefined)),
      titleOf(line('SNAPSHOT/TAKEN', { title: '' })),
      titleOf(line('DATA/UPDATE', { title: 'x' })),
      titleOf(line('AUTHENTICATION/SIGNIN', { title: 'Ada' })),
    ]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('counts the rows of a change that is told in one line', () => {
    const many = { ...line('DATA/UPDATE', { rows: 10_000 }), rowId: null }
    expect([whatWords(many), rowsOf(many), differencesOf(many)]).toEqual(['Changed 10,000 records', 10_000, []])
    expect(rowsOf({ ...line('DATA/IMPORT', { rows: 10_000 }), rowId: null })).toBeUndefined()
    expect(rowsOf(line('DATA/UPDATE', []))).toBeUndefined()
  })

  it('tells each value before and after, short where history keeps only a part', () => {
    const details = [
      { column: 'Price', before: 12.5, after: 15 },
      { column: 'Story', before: null, after: { cut: 'Once upon', length: 50_000 } },
      { column: 'File', before: { bytes: 2 }, after: null },
    ]
    expect(differencesOf(line('DATA/UPDATE', details))).toEqual([
      { label: 'Price', before: '12.5', after: '15' },
      { label: 'Story', before: '', after: 'Once upon…' },
      { label: 'File', before: '2 bytes', after: '' },
    ])
  })

  it('names changed settings in words, with the column or role that they belong to', () => {
    const values = [
      { column: 'role', before: 'viewer', after: 'editor' },
      { column: 'delete', before: true, after: false, of: 'Tracks, editor' },
      { column: 'hasPassword', before: false, after: true },
      { column: 'currency', before: 'EUR', after: 'USD', of: 'Price' },
    ]
    expect(differencesOf(line('TABLE_ACL/UPDATED', { values }))).toEqual([
      { label: 'Role', before: 'Viewer', after: 'Editor' },
      { label: 'Tracks, editor: Delete', before: 'Yes', after: 'No' },
      { label: 'Password', before: 'No', after: 'Yes' },
      { label: 'Price: currency', before: 'EUR', after: 'USD' },
    ])
    expect(differencesOf(line('AUTHENTICATION/ROLES_MANAGEMENT', { given: ['row.create'], taken: [] }))).toEqual([
      { label: 'Permissions given', after: 'row.create' },
      { label: 'Permissions taken', after: '' },
    ])
  })

  it('names the file of an import, and counts its records', () => {
    expect(differencesOf(line('DATA/IMPORT', { name: 'sales.csv', rows: 10_000 }))).toEqual([
      { label: 'File', after: 'sales.csv' },
      { label: 'Records', after: '10000' },
    ])
  })

  it('tells what became of columns and names', () => {
    const columns = { added: ['colour', 'size'], renamed: [['name', 'label']] }
    expect(differencesOf(line('TABLE/UPDATED', columns))).toEqual([
      { label: 'Added', after: 'colour, size' },
      { label: 'Renamed', before: 'name', after: 'label' },
    ])
    expect(differencesOf(line('TABLE/RENAMED', { before: 'a', after: 'b' }))).toEqual([
      { label: 'Name', before: 'a', after: 'b' },
    ])
  })

  it('has nothing to tell where the details are missing or not ours', () => {
    expect(differencesOf(line('TABLE/DELETED', undefined))).toEqual([])
    expect(differencesOf({ ...line('TABLE/DELETED', undefined), details: '<b>' })).toEqual([])
    expect(differencesOf(line('TABLE/DELETED', { secret: 1 }))).toEqual([])
  })

  it('names the view beside the table, and shows what changed in it', () => {
    const values = [
      { column: 'hidden', before: [], after: ['Price'] },
      { column: 'widths', before: 240, after: 300, of: 'Title' },
    ]
    const saved = line('VIEW/UPDATED', { title: 'Short', values })
    expect(viewOf(saved)).toBe('Short')
    expect(differencesOf(saved)).toEqual([
      { label: 'Hidden fields', before: '', after: 'Price' },
      { label: 'Title: Width', before: '240', after: '300' },
    ])
    const base = line('SHARE/CREATED', { base: true, role: 'editor' })
    expect(viewOf(base)).toBeUndefined()
    expect(differencesOf(base)).toEqual([
      { label: 'Shared', after: 'Whole base' },
      { label: 'Role', after: 'Editor' },
    ])
    expect(viewOf(line('TABLE/INDEX_CREATED', { title: 'by_name' }))).toBeUndefined()
  })
})
