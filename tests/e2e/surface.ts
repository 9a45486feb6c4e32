import type { Locator, Page } from 'playwright'

/** A part of the screens, and how a user opens it from its table. */
export interface Surface {
  readonly name: string
  /** The table and its view that are opened first. */
  readonly table?: string
  readonly view?: string
  /** Preparation before the surface can open. */
  readonly prepare?: (at: Stand) => Promise<unknown>
  /** Default: the table itself is the surface. */
  readonly open?: (at: Stand) => Promise<unknown>
  /** Closes parts that Escape leaves open. */
  readonly close?: (at: Stand) => Promise<unknown>
  /** True for surfaces also checked in a narrow window and from right to left. */
  readonly main?: boolean
  /** The button that gets the focus back after Escape, if a button opened the surface. */
  readonly opener?: (at: Stand) => Locator
}

/** The current page, and the elements of the open table. */
export interface Stand {
  readonly page: Page
  readonly store: Store
  readonly region: Locator
  readonly press: (...keys: string[]) => Promise<void>
  readonly button: (name: string | RegExp) => Locator
  readonly toolbar: (name: string | RegExp) => Locator
  /** Activates the cell; both from 1. */
  readonly cell: (row: number, column?: number) => Promise<void>
  readonly clickNumber: (row: number, options?: ClickOptions) => Promise<void>
}

export interface ClickOptions {
  readonly button?: 'left' | 'right'
  readonly shift?: boolean
}

/** The record store with views of every kind, and a table with a column of every type. */
export interface Store {
  readonly origin: string
  readonly token: string
  readonly projectId: string
  readonly views: Readonly<Record<string, string>>
}
