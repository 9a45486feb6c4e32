import type { Guard } from '@renderer/actions'
import {
  isAuthenticated,
  isFirstLoad,
  needsFirstUser,
  signInPath,
  signUpPath,
  type Installation,
  type User,
} from '@renderer/stores'

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
  /** Already signed in: redirects to the requested page. */
  | { readonly kind: 'enter' }

/** The guard and the redirects of S1 §2 and §4, without a router. */
export function decide(guard: Guard, path: string, { info, token, user }: Visitor): Decision {
  if (guard === 'open' || path.startsWith('/nc/view/')) return { kind: 'show' }
  const signedIn = isAuthenticated(info, { token, user })
  const firstUser = needsFirstUser(info)
  switch (guard) {
    case 'index':
      if (signedIn) return { kind: 'redirect', to: '/projects' }
      return { kind: 'redirect', to: isFirstLoad(info) ? signUpPath : signInPath }
    case 'member':
      return signedIn ? { kind: 'show' } : { kind: 'signIn', to: firstUser ? signUpPath : signInPath }
    case 'guest':
      // With a master key, the owner may make an account after creating a project.
      if (signedIn && info?.firstUser === true && path.startsWith(signUpPath)) return { kind: 'show' }
      if (signedIn) return { kind: 'enter' }
      if (info?.authType === 'masterKey' && path.startsWith(signUpPath)) return { kind: 'redirect', to: signInPath }
      // Signing in requires an account, so the first user signs up.
      return firstUser && !path.startsWith(signUpPath) ? { kind: 'redirect', to: signUpPath } : { kind: 'show' }
  }
}
