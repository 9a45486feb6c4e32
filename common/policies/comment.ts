import { permits, userOf, type Principal } from '@common/principal'
import { allow, subject } from './define'

/** A comment, by its author. Null: the author has no account. */
export const Comment = subject<{ readonly userId: number | null }>()('comment', ['edit', 'delete', 'resolve'])

const isAuthor = (principal: Principal, { userId }: { readonly userId: number | null }): boolean =>
  userId !== null && userOf(principal)?.userId === userId

allow('edit', Comment, isAuthor)
allow('delete', Comment, isAuthor)
allow('resolve', Comment, (principal) => permits(principal, 'row.comment'))
