import { describe, expect, it } from 'vitest'
import {
  deleteActions,
  newLinkDraft,
  suggestedTitle,
  updateActions,
  withKind,
} from '@renderer/features/tables/link-draft'
import { nameColumn, tableOf } from '../records/fixtures'

describe('a link as it is described', () => {
  it('refuses by default, pairs go with their records', () => {
    const draft = newLinkDraft('')
    expect([draft.kind, draft.real, draft.onDelete, draft.onUpdate]).toEqual([
      'belongsTo',
      true,
      'NO ACTION',
      'NO ACTION',
    ])
    expect(withKind(draft, 'manyToMany')).toMatchObject({ onDelete: 'CASCADE', onUpdate: 'CASCADE' })
  })

  it('keeps what was chosen where the other kind has it too', () => {
    const chosen = { ...newLinkDraft(''), onDelete: 'SET NULL' as const }
    expect(withKind(chosen, 'hasMany').onDelete).toBe('SET NULL')
    expect(withKind(withKind(chosen, 'manyToMany'), 'hasMany').onDelete).toBe('NO ACTION')
  })

  it('offers to empty a link where there is something to empty', () => {
    expect(deleteActions('belongsTo')).toContain('SET NULL')
    expect(deleteActions('manyToMany')).not.toContain('SET NULL')
    expect(updateActions('manyToMany')).not.toContain('SET NULL')
  })

  it('is called like the related table, unless something is', () => {
    const related = { name: 'album', title: 'Album', type: 'table' as const, order: 1 }
    expect(suggestedTitle(tableOf([nameColumn]), related)).toBe('Album')
    expect(suggestedTitle(tableOf([{ ...nameColumn, title: 'ALBUM' }]), related)).toBe('')
    expect(suggestedTitle(tableOf([]), undefined)).toBe('')
  })
})
