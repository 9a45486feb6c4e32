import type { Subject } from '@common/operations/define'

/** One thing that happened in a project, as its open windows are told of it. */
export type LiveChange =
  | {
      readonly kind: 'rows'
      /** Name of the table in the database. */
      readonly table: string
      readonly change: 'create' | 'update' | 'delete'
      /** Keys of the rows as they are now, as text; none when there are too many to name or the table has no key. */
      readonly keys: readonly (readonly string[])[]
      /** How many rows. */
      readonly rows: number
      /** E-mail of who did it, for those who may know. */
      readonly by?: string
      /** The window that asked for it (`xc-client`). */
      readonly client?: string
    }
  /** A command or an import changed these subjects. */
  | { readonly kind: 'command'; readonly changes: readonly Subject[]; readonly by?: string; readonly client?: string }
  /** The subscriber has a new notification about a followed record, in this or another project. */
  | { readonly kind: 'notice' }
  /** Another program wrote into the database, or something was missed: any row may have changed. */
  | { readonly kind: 'elsewhere' }

/** More rows than this in one change are not named. */
export const liveKeysMax = 100

/** Header by which a window names itself: its own changes are told to it as such. */
export const clientHeader = 'xc-client'
