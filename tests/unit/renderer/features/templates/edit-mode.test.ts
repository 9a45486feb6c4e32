import { editMode, isViewMode, showsTokenField, useEditMode } from '@renderer/features/templates'
import { beforeEach, describe, expect, it } from 'vitest'

const after = (count: number): { readonly field: boolean; readonly view: boolean } => {
  for (let at = 0; at < count; at += 1) editMode.raise()
  const state = useEditMode.getState()
  return { field: showsTokenField(state), view: isViewMode(state) }
}

describe('the hidden edit mode', () => {
  beforeEach(() => editMode.leave())

  it.each([
    [0, { field: false, view: true }],
    [3, { field: false, view: true }],
    [4, { field: true, view: true }],
    [5, { field: true, view: false }],
    [9, { field: true, view: false }],
  ])('after %i double clicks shows the token field and the view mode as S2 §4 says', (count, expected) => {
    expect(after(count)).toEqual(expected)
  })

  it('holds the edit token, and forgets it when it ends', () => {
    editMode.setToken('s3cret')
    expect(useEditMode.getState().token).toBe('s3cret')
    editMode.leave()
    expect(useEditMode.getState()).toEqual({ count: 0, token: '' })
  })
})
