import type { OperationName } from '@common/operations'

/** Another address of an operation with a path of its own. */
export interface Alias {
  readonly methods: readonly ('GET' | 'POST' | 'PUT')[]
  readonly path: string
  readonly operation: OperationName
}

/** Calls of the original that name no project, and ask for more than one then. */
const withoutProject: Readonly<Record<string, string>> = { PROJECT_READ_BY_WEB: 'PROJECTS_READ_BY_WEB' }

/** Returns the name of a call at the dashboard address, which may depend on its project. */
export const callNamed = (api: string, projectId: string | undefined): string =>
  projectId === undefined && Object.hasOwn(withoutProject, api) ? (withoutProject[api] ?? api) : api

/** The older family of addresses (S1 §7). */
export const aliases: readonly Alias[] = [
  { methods: ['POST'], path: '/api/auth/signup', operation: 'authSignUp' },
  { methods: ['POST'], path: '/api/auth/signin', operation: 'authSignIn' },
  { methods: ['GET', 'POST'], path: '/api/auth/signout', operation: 'authSignOut' },
  { methods: ['POST'], path: '/api/auth/forgot', operation: 'passwordForgot' },
  { methods: ['GET'], path: '/api/auth/reset/:token', operation: 'passwordTokenValidate' },
  { methods: ['POST'], path: '/api/auth/reset/:token', operation: 'passwordReset' },
  // With the token in the query or the body.
  { methods: ['GET'], path: '/api/auth/reset', operation: 'passwordTokenValidate' },
  { methods: ['POST'], path: '/api/auth/reset', operation: 'passwordReset' },
  { methods: ['GET'], path: '/api/users', operation: 'userMe' },
]
