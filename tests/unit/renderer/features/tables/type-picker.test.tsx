import { columnTypes } from '@locales/english'
import { typesFor } from '@renderer/features/tables/TypePicker'
import type { UiType } from '@common/columns/ui-types'
import { describe, expect, it } from 'vitest'

const types = Object.entries(columnTypes).map(([name, { name: title, words, hint }]) => ({
  name: name as UiType,
  texts: [title, words, hint],
}))

describe('The list of column types', () => {
  it.each([
    ['user', 'Collaborator'],
    ['tag', 'MultiSelect'],
    ['money', 'Currency'],
    ['picture', 'Attachment'],
    ['status', 'SingleSelect'],
    ['boolean', 'Checkbox'],
    ['text', 'SingleLineText'],
    ['date', 'Date'],
    ['number', 'Number'],
    ['timestamp', 'DateTime'],
    ['relation', 'LinkToAnotherRecord'],
  ])('finds what people call %s', (text, name) => {
    expect(typesFor(text, types)[0]?.name).toBe(name)
  })

  it('shows nothing for what it does not know, and everything for nothing', () => {
    expect(typesFor('qqq', types)).toEqual([])
    expect(typesFor('', types)).toHaveLength(types.length)
  })
})
