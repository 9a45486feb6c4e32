import { isApiError } from '@renderer/api'

export const forgotPath = '/user/password/forgot'
export const resetPath = '/user/password/reset'

export const pathWithToken = (path: string, token: string): string => `${path}?${new URLSearchParams({ token })}`

/** True for a link that will never work again. */
export const isDeadLink = (error: unknown): boolean => isApiError(error, 'RESET_TOKEN_INVALID')
