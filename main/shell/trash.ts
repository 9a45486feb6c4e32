import { shell } from 'electron'

/** Puts a file into the system's trash. @returns false where there is none, so that the caller keeps it elsewhere */
export async function moveToTrash(path: string): Promise<boolean> {
  try {
    await shell.trashItem(path)
    return true
  } catch {
    // Network drives and some desktops have no trash; the system gives no code to tell these apart.
    return false
  }
}
