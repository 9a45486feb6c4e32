import { isAbove, type HeldRole } from '@common/permissions/custom-role'
import { accountOf, heldRole, permits, type Principal } from '@common/principal'
import { allow, subject } from './define'

/** A member of the principal's project, with the role held there. */
export const Member = subject<{ readonly role: HeldRole }>()('member', [
  'changeRole',
  'remove',
  /** Becomes the owner in place of the principal. */
  'own',
])

/** True for a role that is not above the own one. */
function manages(principal: Principal, { role }: { readonly role: HeldRole }): boolean {
  const own = heldRole(principal)
  return permits(principal, 'member.manage') && own !== undefined && !isAbove(role, own)
}

allow('changeRole', Member, manages)
allow('remove', Member, manages)
// Ownership is personal: a token can't pass it on.
allow('own', Member, (principal) => heldRole(principal) === 'owner' && accountOf(principal) !== undefined)
