import type { OperationOutput } from '@common/operations'
import { client } from '@renderer/api'
import { create } from 'zustand'
import { rememberDestination } from './navigation'

/** Sign-in methods, and true or false for an existing account (S1 §3 "Project info", wire §2.4). */
export type Installation = OperationOutput<'authType'>

interface InstallationState {
  readonly info: Installation | null
}

export const useInstallation = create<InstallationState>(() => ({ info: null }))

/** Loads the installation's facts. @throws ApiError */
export async function loadInstallation(): Promise<Installation> {
  const info = await client.call('authType', {}, { silent: true })
  useInstallation.setState({ info })
  return info
}

/** S1 §4: the project has no database, or this is the first user. */
export function isFirstLoad(info: Pick<Installation, 'firstUser' | 'projectHasDb' | 'authType'> | null): boolean {
  return info !== null && (needsFirstUser(info) || !info.projectHasDb)
}

/** True if the first user has to sign up before anything else. With a master key, the key comes first. */
export function needsFirstUser(info: Pick<Installation, 'firstUser' | 'authType'> | null): boolean {
  return info !== null && info.firstUser && info.authType === 'jwt'
}

/** Returns the page after creating a project (S1 §2). Without an account, or with a master key, sign-up comes first. */
export function afterProjectCreated(
  info: Pick<Installation, 'firstUser' | 'authType'> | null,
  projectId: string,
): string {
  const project = `/nc/${encodeURIComponent(projectId)}?new=1`
  if (info === null || !(info.firstUser || info.authType === 'masterKey')) return project
  rememberDestination(project)
  return '/user/authentication/signup'
}
