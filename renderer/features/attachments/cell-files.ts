import type { AttachedFile } from '@common/columns/values/files'
import { createContext, useContext } from 'react'
import type { UploadTarget } from './uploads'

/** The cell around an editor of files: what it holds goes through here, so that uploads and changes do not cross. */
export interface CellFiles {
  readonly target: UploadTarget
  /** The files that it holds now. */
  readonly files: readonly AttachedFile[]
  /** Puts a changed list into the cell. @returns the sentence of what is wrong with it */
  readonly change: (files: readonly AttachedFile[]) => string | undefined
  /** Shows a file in the viewer. */
  readonly view: (at: number) => void
}

const context = createContext<CellFiles | undefined>(undefined)
export const CellFilesProvider = context.Provider

export function useCellFiles(): CellFiles {
  const cell = useContext(context)
  if (cell === undefined) throw new Error('An editor of files stands outside of a cell')
  return cell
}
