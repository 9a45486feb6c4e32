const name = 'basalt.invitation'

/**
 * The invitation that a sign-in at a provider is for. The browser leaves the page meanwhile, so that it is stored, in
 * this tab only.
 */
export const pendingInvitation = {
  /** @param token  undefined for a sign-in without an invitation */
  remember: (token: string | undefined): void => {
    withStorage((storage) => (token === undefined ? storage.removeItem(name) : storage.setItem(name, token)))
  },

  /** Returns its token, and forgets it. */
  take: (): string | undefined =>
    withStorage((storage) => {
      const token = storage.getItem(name)
      storage.removeItem(name)
      return token ?? undefined
    }),
}

/** Returns undefined where the browser stores nothing. */
function withStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage)
  } catch {
    return undefined
  }
}
