import type { Principal } from '@common/principal'

/** Decides about one action on one object. */
export type Policy<T> = (principal: Principal, subject: T) => boolean

/** A kind of object, with a policy for each action. `allow` adds them; without a policy, an action is denied. */
export interface Subject<T, A extends string> {
  readonly name: string
  readonly actions: readonly A[]
  readonly policies: Map<A, Policy<T>>
}

/** Declares a kind of object and its actions. `T` holds the facts that its policies need. */
export function subject<T>() {
  return <A extends string>(name: string, actions: readonly A[]): Subject<T, A> => ({
    name,
    actions,
    policies: new Map(),
  })
}

/** Sets the policy of an action. */
export function allow<T, A extends string>(action: A, of: Subject<T, A>, policy: Policy<T>): void {
  of.policies.set(action, policy)
}

/** True if a principal may do this to this object. */
export function may<T, A extends string>(principal: Principal, action: A, of: Subject<T, A>, object: T): boolean {
  return of.policies.get(action)?.(principal, object) ?? false
}
