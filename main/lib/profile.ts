import { readdir, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isOpenToOthers, privateFolder, restrict, restrictTree } from './private-files'

/** The folder of an installation's data (design §3). */
export interface Profile {
  readonly folder: string
  readonly metaFile: string
  readonly projects: string
  readonly attachments: string
  readonly logs: string
  readonly backups: string
}

const brand = 'Basalt'

/** Returns `Basalt` in the application-data folder of the operating system, as the desktop shell uses it. */
export function defaultProfileFolder(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  if (platform === 'win32') return join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), brand)
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', brand)
  return join(environment['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), brand)
}

/** Files of Basalt in the profile folder. Other files aren't touched. */
const ownFile = /^(?:meta\.sqlite(?:-\w+)?|settings\..*|\.?basalt\.lock.*)$/

/**
 * Creates missing folders. Restricts the profile to its owner, even if it existed: it contains password hashes and the
 * keys of this installation.
 */
export async function openProfile(folder: string): Promise<Profile> {
  const profile: Profile = {
    folder,
    metaFile: join(folder, 'meta.sqlite'),
    projects: join(folder, 'projects'),
    attachments: join(folder, 'attachments'),
    logs: join(folder, 'logs'),
    backups: join(folder, 'backups'),
  }
  const wasOpen = (await isOpenToOthers(folder)) || (await isOpenToOthers(profile.attachments))
  for (const each of [folder, profile.projects, profile.attachments, profile.logs, profile.backups])
    await privateFolder(await realpath(each).catch(() => each))
  for (const name of await readdir(folder)) if (ownFile.test(name)) await restrict(join(folder, name))
  const imports = join(folder, 'imports')
  await restrict(imports, 0o700)
  for (const each of [profile.projects, profile.logs, profile.backups, imports]) await restrictTree(each)
  // New files are private, so only an attachments folder that was open needs the recursive check.
  if (wasOpen) await restrictTree(profile.attachments)
  return profile
}
