import type { Column } from '@common/model'
import { createContext, useContext } from 'react'

/** Makes a new option of a column. @returns the sentence of what went wrong */
export type AddOption = (column: Column, title: string) => Promise<string | undefined>

const context = createContext<AddOption | undefined>(undefined)

/** Says how the editors below make options; nothing is said where the person may not. */
export const AddOptionProvider = context.Provider

export function useAddOption(): AddOption | undefined {
  return useContext(context)
}
