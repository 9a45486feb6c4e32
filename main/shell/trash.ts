import { shell } from 'electron'

/** Puts a file into the system's trash. Rejects where there is none, so that the caller keeps it elsewhere. */
export function moveToTrash(path: string): Promise<void> {
  return shell.trashItem(path)
}
