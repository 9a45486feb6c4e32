import { create } from 'zustand'

/** Above this number of double clicks on the heading Categories, the field for the edit token appears (S2 §4). */
export const tokenFieldAbove = 3
/** From this number on, templates can be edited (S2 §4). */
export const editingFrom = 5

export interface EditMode {
  /** Double clicks on the heading Categories. */
  readonly count: number
  /** The template service takes it for saving (S2 §6). A secret: forgotten with the page, and never logged. */
  readonly token: string
}

/** The hidden edit mode of templates. Gallery and editor share it. */
export const useEditMode = create<EditMode>(() => ({ count: 0, token: '' }))

export const editMode = {
  /** Counts a double click on the heading Categories. */
  raise: (): void => useEditMode.setState(({ count }) => ({ count: count + 1 })),
  setToken: (token: string): void => useEditMode.setState({ token }),
  /** Returns to the read-only view and forgets the token. */
  leave: (): void => useEditMode.setState({ count: 0, token: '' }),
}

export const showsTokenField = ({ count }: EditMode): boolean => count > tokenFieldAbove

/** True while templates are only shown: the editor changes nothing then. */
export const isViewMode = ({ count }: EditMode): boolean => count < editingFrom
