import { projectRoles } from '@common/permissions'
import { z } from 'zod'

/**
 * Returns the reference of a role. The page of the original sends one role, or owner together with creator: the
 * strongest one counts. A single unknown word is the id of a custom role.
 */
export const givenRole = (roles: string): string => {
  const names = roles.split(',').map((each) => each.trim())
  return projectRoles.find((role) => names.includes(role)) ?? roles.trim()
}

/** One role or several, separated by commas. */
export const givenRoles = z.string().trim().min(1).max(100)
