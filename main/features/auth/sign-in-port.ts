import { AppError } from '@common/errors'
import type { SignInPort } from '@main/features/second-factor'
import type { PasswordHashing } from '@main/lib/hashing'
import { answer } from './handlers'
import type { AuthRepository } from './repository'
import type { AuthService } from './service'
import { sourceOf } from './session-uses'
import type { Throttle } from './throttle'

/** Returns what other ways to sign in need from accounts and sessions. */
export function createSignInPort({
  repository,
  hashing,
  throttle,
  service,
}: {
  readonly repository: AuthRepository
  readonly hashing: PasswordHashing
  readonly throttle: Throttle
  readonly service: AuthService
}): SignInPort {
  return {
    hasPassword: async (userId) => (await repository.findById(userId))?.passwordHash !== undefined,

    confirmPassword: async (userId, password, address) => {
      const found = await repository.findById(userId)
      if (found !== undefined && found.passwordHash === undefined) return
      const name = JSON.stringify(['password', userId])
      await throttle.attempt(name, address)
      if (!(await hashing.verify(password ?? '', found?.passwordHash))) throw new AppError('CURRENT_PASSWORD_WRONG')
      await throttle.succeeded(name, address)
    },

    throttled: async (userId, address, attempt) => {
      const name = JSON.stringify(['second factor', userId])
      await throttle.attempt(name, address)
      const result = await attempt()
      await throttle.succeeded(name, address)
      return result
    },

    match: (email, password, address) => service.match({ email, password }, address),
    enter: async (context, userId) => answer(context, await service.enter(userId, sourceOf(context))),
    begin: async (context, userId) => answer(context, await service.begin(userId, sourceOf(context))),
  }
}
