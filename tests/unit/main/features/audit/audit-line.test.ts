import { message } from '@common/messages'
import { auditLine } from '@main/features/audit/audit-line'
import type { AuditEntry } from '@main/features/audit/audit-list'
import { storedMessage } from '@main/features/audit/stored-message'
import { describe, expect, it } from 'vitest'

const entry: AuditEntry = {
  id: '1',
  projectId: 'shop',
  userId: 1,
  email: 'ada@example.com',
  ip: null,
  actor: null,
  origin: null,
  operation: 'TABLE/CREATED',
  table: 'orders',
  row: null,
  description: null,
  details: null,
  isRow: false,
  when: '2026-09-18T12:00:00.000Z',
}
const line = (more: Partial<AuditEntry>) => auditLine({ ...entry, ...more })

describe('a line of the audit', () => {
  const done = message('auditLines.done', { operation: 'TABLE CREATED', table: 'orders' })

  it('is stored as a message, and answered in English beside it', () => {
    expect(line({ description: storedMessage(done) })).toMatchObject({
      description: 'TABLE CREATED : orders',
      message: done,
    })
  })

  it('of an older version is the text that it stored', () => {
    const old = line({ description: 'TABLE CREATED : orders' })
    expect(old.description).toBe('TABLE CREATED : orders')
    expect(old.message).toBeUndefined()
  })

  it('shows a comment as it was written, even one that looks like a message', () => {
    const body = storedMessage(done)
    expect(line({ operation: 'COMMENT/INSERT', description: body }).description).toBe(body)
  })

  it('names the values that a change wrote, each as a message', () => {
    const values = [
      ['price', 1, 2],
      ['note', null, { bytes: 7 }],
    ]
    const changed = line({
      operation: 'DATA/UPDATE',
      isRow: true,
      row: '5',
      details: JSON.stringify({ why: '', values }),
    })
    expect(changed.description).toBe(
      'Table orders : field price got changed from  1 to 2; Table orders : field note got changed from   to 7 bytes',
    )
    const where = { table: 'orders', row: '5' }
    expect(changed.message).toEqual(
      message('auditLines.and', {
        first: message('auditLines.valueChanged', { ...where, column: 'price', before: '1', after: '2' }),
        rest: message('auditLines.valueChanged', {
          ...where,
          column: 'note',
          before: '',
          after: message('auditLines.bytes', { count: 7 }),
        }),
      }),
    )
  })
})
