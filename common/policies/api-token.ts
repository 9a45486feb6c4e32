import { isAbove, type HeldRole } from '@common/permissions/custom-role'
import { accountOf, heldRole, permits, type Principal } from '@common/principal'
import { allow, subject } from './define'

interface TokenFacts {
  /** The person who created it. */
  readonly userId: number
  readonly role: HeldRole
}

/** An API token of the principal's project. People handle tokens, tokens don't. */
export const ApiToken = subject<TokenFacts>()('API token', ['see', 'rename', 'delete'])

const isOwn = (principal: Principal, { userId }: TokenFacts): boolean => accountOf(principal)?.userId === userId

const manages = (principal: Principal): boolean =>
  accountOf(principal) !== undefined && permits(principal, 'token.manage')

allow('see', ApiToken, (principal, token) => isOwn(principal, token) || manages(principal))
allow('rename', ApiToken, isOwn)
allow('delete', ApiToken, (principal, token) => {
  if (isOwn(principal, token)) return true
  const own = heldRole(principal)
  return manages(principal) && own !== undefined && !isAbove(token.role, own)
})
