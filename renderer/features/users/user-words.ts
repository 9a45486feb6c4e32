import type { ListedUser } from '@common/operations/users'

/** Returns the full name of a user; undefined without one. */
export function nameOf({ firstName, lastName }: Pick<ListedUser, 'firstName' | 'lastName'>): string | undefined {
  const parts = [firstName, lastName].filter((part) => part !== null)
  return parts.length === 0 ? undefined : parts.join(' ')
}
