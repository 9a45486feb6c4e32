import type { Sentence } from '@renderer/i18n'
import type { Column } from '@common/model'
import { createContext, useContext } from 'react'

/** Creates a new option of a column. @returns the error message, if any */
export type AddOption = (column: Column, title: string) => Promise<Sentence | undefined>

const context = createContext<AddOption | undefined>(undefined)

/** Provides option creation to the editors below; nothing if the user may not create options. */
export const AddOptionProvider = context.Provider

export function useAddOption(): AddOption | undefined {
  return useContext(context)
}
