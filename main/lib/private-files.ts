import { chmod, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const folderMode = 0o700
const fileMode = 0o600
const forOthers = 0o077

/** Creates the folder if it is missing. Other users of the machine can't open it, even if it existed. */
export async function privateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: folderMode })
  await restrict(folder, folderMode)
}

/** Creates the file if it is missing, so that its mode doesn't depend on the library that opens it. */
export async function privateFile(path: string): Promise<void> {
  await (await open(path, 'a', fileMode)).close()
  await restrict(path, fileMode)
}

/** Removes all rights of other users from a folder and everything in it. Never follows links out of it. */
export async function restrictTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      await restrict(path, folderMode)
      await restrictTree(path)
    } else if (entry.isFile()) await restrict(path, fileMode)
  }
}

/** True if other users of the machine can look into the folder. False for a folder that is missing. */
export async function isOpenToOthers(path: string): Promise<boolean> {
  const facts = await lstat(path).catch(() => undefined)
  return facts !== undefined && (facts.mode & forOthers) !== 0
}

/** Leaves a file alone if it belongs to another user or the file system has no modes. */
export async function restrict(path: string, mode: number = fileMode): Promise<void> {
  try {
    const facts = await lstat(path)
    if (!facts.isSymbolicLink() && (facts.mode & forOthers) !== 0) await chmod(path, mode)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (!['ENOENT', 'EPERM', 'ENOTSUP', 'EROFS', 'EINVAL'].includes(String(code))) throw error
  }
}
