import type { Subject } from '@common/operations/define'

/** An event in a project, as sent to its open windows. */
export type LiveChange =
  | {
      readonly kind: 'rows'
      /** Name of the table in the database. */
      readonly table: string
      readonly change: 'create' | 'update' | 'delete'
      /** Current keys of the rows, as text. Empty for too many rows, and for tables without a key. */
      readonly keys: readonly (readonly string[])[]
      /** Number of rows. */
      readonly rows: number
      /** Id of the change in the change log. */
      readonly changeId?: string
      /** E-mail address of the author, for subscribers that may see it. */
      readonly by?: string
      /** The window that sent the request (`xc-client`). */
      readonly client?: string
    }
  /** A command or an import changed these subjects. */
  | {
      readonly kind: 'command'
      readonly changes: readonly Subject[]
      readonly changeId?: string
      readonly by?: string
      readonly client?: string
    }
  /** The subscriber has a new notification about a followed record, in this or another project. */
  | { readonly kind: 'notice' }
  /** A message to everyone who has the project open. */
  | { readonly kind: 'announcement'; readonly text: string; readonly by?: string }
  /** Another program wrote into the database, or an event was missed: any row may have changed. */
  | { readonly kind: 'elsewhere' }

/** Maximum number of keys in one event. */
export const liveKeysMax = 100

/** Age of the oldest command that a new stream repeats, in milliseconds. */
export const repeatedForMs = 10_000

/** Request header with the id of a window, so that it recognizes its own changes in events. */
export const clientHeader = 'xc-client'
