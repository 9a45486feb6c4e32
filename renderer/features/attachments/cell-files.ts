import type { Sentence } from '@renderer/i18n'
import type { AttachedFile } from '@common/columns/values/files'
import { createContext, useContext } from 'react'
import type { UploadTarget } from './uploads'

/** The cell of a file editor. All changes of its content go through here, so that uploads and edits don't conflict. */
export interface CellFiles {
  readonly target: UploadTarget
  /** The files that it holds now. */
  readonly files: readonly AttachedFile[]
  /** Writes a changed list into the cell. @returns the message if it is invalid */
  readonly change: (files: readonly AttachedFile[]) => Sentence | undefined
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
