import type { ComponentType } from 'react'

/** default: app bar and content · empty: content alone · error · public: brand and content · shared: no sidebar, no tabs. */
export const layouts = ['default', 'empty', 'error', 'public', 'shared'] as const
export type Layout = (typeof layouts)[number]

/**
 * Access to a screen: `index` only redirects · `member` needs a signed-in user · `guest` is for sign-in and sign-up ·
 * `open` is for everyone (shared views, error pages).
 */
export type Guard = 'index' | 'member' | 'guest' | 'open'

/** A page with an address. The file `screens.ts` of a feature declares its pages as `screens`. */
export interface Screen {
  /** As in S1 §2 and S2 §2, in the router's notation: `:id?` may be absent. */
  readonly path: string
  readonly layout: Layout
  readonly guard: Guard
  /** Loaded when it is first shown. */
  readonly page: () => Promise<ComponentType>
}
