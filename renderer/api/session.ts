import type { ApiError } from './api-error'

/** A link for visitors. Its requests have the rights of the share, and no token of the user. */
export interface SharedLink {
  readonly kind: 'view' | 'base'
  /** The id in its address. */
  readonly link: string
  /** Token of the visit, once the link is open. */
  readonly visitor: string | undefined
}

/**
 * The client's view of the signed-in user. The stores implement it and bind it at start; the client itself stores
 * nothing.
 */
export interface Session {
  /** Session token or master key; an empty text if the server needs none. */
  readonly token: () => string | null
  /** Header for the token, by the auth type of the server (S1 §6). */
  readonly tokenHeader: () => string
  /** True if a refresh can replace the token. */
  readonly isRenewable: () => boolean
  readonly previewAs: () => string | null
  /** Resolves when the user has signed out, or stays signed in after all; undefined while neither happens. */
  readonly ending: () => Promise<void> | undefined
  /** The link for visitors that the window shows; null on all other pages. */
  readonly share: () => SharedLink | null
  /** A refresh gave a new token. */
  readonly renewed: (token: string) => void
  /** The server rejected the refresh: clear the session and redirect as S1 §8 says. */
  readonly ended: () => void
  /** The failing call was the refresh itself: forget the session. */
  readonly signedOut: () => void
  /** Called for an error response that affects the whole application: 'Database config not found' (S1 §8). */
  readonly refused: (error: ApiError) => void
  /** Runs one at a time over all windows of this browser. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
}

/** The guest session: until the stores are bound, and in tests. */
export const noSession: Session = {
  token: () => null,
  tokenHeader: () => 'xc-auth',
  isRenewable: () => true,
  ending: () => undefined,
  previewAs: () => null,
  share: () => null,
  renewed: () => undefined,
  ended: () => undefined,
  signedOut: () => undefined,
  refused: () => undefined,
  exclusively: (work) => work(),
}

let bound: Session = noSession

/** Called once by the application before its first call. */
export function bindSession(session: Session): void {
  bound = session
}

/** Always delegates to the bound session, so that the client can be created before it. */
export const boundSession: Session = {
  token: () => bound.token(),
  tokenHeader: () => bound.tokenHeader(),
  isRenewable: () => bound.isRenewable(),
  ending: () => bound.ending(),
  previewAs: () => bound.previewAs(),
  share: () => bound.share(),
  renewed: (token) => bound.renewed(token),
  ended: () => bound.ended(),
  signedOut: () => bound.signedOut(),
  refused: (error) => bound.refused(error),
  exclusively: (work) => bound.exclusively(work),
}
