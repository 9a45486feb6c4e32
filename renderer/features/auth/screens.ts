import type { Screen } from '@renderer/actions'

const signIn = async () => (await import('./SignInPage')).SignInPage
const signUp = async () => (await import('./SignUpPage')).SignUpPage

export const screens: readonly Screen[] = [
  { path: '/user', layout: 'empty', guard: 'guest', page: signIn },
  { path: '/user/authentication', layout: 'empty', guard: 'guest', page: signIn },
  { path: '/user/authentication/signin', layout: 'empty', guard: 'guest', page: signIn },
  { path: '/user/authentication/signup', layout: 'empty', guard: 'guest', page: signUp },
  { path: '/user/authentication/signup/:token', layout: 'empty', guard: 'guest', page: signUp },
]
