import { isAuthenticated, isFirstLoad, signInPath, signUpPath, type Installation, type User } from '@renderer/stores'

/**
 * Who may see a screen: `index` only leads on · `member` needs somebody signed in · `guest` is for signing in and up ·
 * `open` is for everybody (shared views, error pages).
 */
export type Guard = 'index' | 'member' | 'guest' | 'open'

export interface Visitor {
  readonly info: Installation | null
  readonly token: string | null
  readonly user: User | null
}

export type Decision =
  | { readonly kind: 'show' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** To sign in first; the page is remembered and shown afterwards. */
  | { readonly kind: 'signIn'; readonly to: string }
  /** Signed in already: to the page that was asked for. */
  | { readonly kind: 'enter' }

/** The guard and the redirects of S1 §2 and §4, without a router. */
export function decide(guard: Guard, path: string, { info, token, user }: Visitor): Decision {
  if (guard === 'open' || path.startsWith('/nc/view/')) return { kind: 'show' }
  const signedIn = isAuthenticated(info, { token, user })
  const firstUser = info?.firstUser === true
  switch (guard) {
    case 'index':
      if (signedIn) return { kind: 'redirect', to: '/projects' }
      return { kind: 'redirect', to: isFirstLoad(info) ? signUpPath : signInPath }
    case 'member':
      return signedIn ? { kind: 'show' } : { kind: 'signIn', to: firstUser ? signUpPath : signInPath }
    case 'guest':
      if (signedIn) return { kind: 'enter' }
      // Nobody can sign in before somebody has signed up.
      return firstUser && !path.startsWith(signUpPath) ? { kind: 'redirect', to: signUpPath } : { kind: 'show' }
  }
}
