import { shell } from 'electron'

/** Moves a file to the system's trash. Rejects if there is none, so that the caller stores it elsewhere. */
export function moveToTrash(path: string): Promise<void> {
  return shell.trashItem(path)
}
