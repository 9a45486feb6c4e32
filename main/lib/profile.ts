import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where an installation keeps everything (design §3). */
export interface Profile {
  readonly folder: string
  readonly metaFile: string
  readonly projects: string
  readonly attachments: string
  readonly logs: string
  readonly backups: string
}

const brand = 'Basalt'

/** `Basalt` in the application-data folder of the operating system: the same place the desktop shell uses. */
export function defaultProfileFolder(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  if (platform === 'win32') return join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), brand)
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', brand)
  return join(environment['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), brand)
}

/** Makes the folders that are missing; only the owner may look into them. */
export async function openProfile(folder: string): Promise<Profile> {
  const profile: Profile = {
    folder,
    metaFile: join(folder, 'meta.sqlite'),
    projects: join(folder, 'projects'),
    attachments: join(folder, 'attachments'),
    logs: join(folder, 'logs'),
    backups: join(folder, 'backups'),
  }
  for (const each of [folder, profile.projects, profile.attachments, profile.logs, profile.backups])
    await mkdir(each, { recursive: true, mode: 0o700 })
  return profile
}
