import type { Table } from '@common/model'
import type { OptionsPatch, PartialViewSettings, ViewKind, ViewOptions } from '@common/views'
import type { DeletedView } from '@common/operations/views'
import type { Principal } from '@common/principal'
import type { NamedView, StoredView, ViewExtras } from './repository'
import type { ViewAddress, ViewCall } from './view-rows'

export interface NewView {
  readonly title: string
  readonly kind: ViewKind
  readonly settings: PartialViewSettings
  readonly options: ViewOptions
  readonly extras?: ViewExtras
  readonly locked?: boolean
  readonly position?: number | undefined
}

/** The views of a table, default grid first, with one user's personal settings. */
export interface ViewList {
  readonly table: Table
  readonly own: StoredView
  readonly others: readonly StoredView[]
  readonly personal: ReadonlyMap<string, PartialViewSettings>
}

/** Views of tables, with shared and personal settings. */
export interface ViewService {
  readonly list: (projectId: string, table: string, userId: number | null) => Promise<ViewList>
  /** Views of all tables, without default grids. */
  readonly listAll: (projectId: string) => Promise<readonly NamedView[]>
  /**
   * @throws AppError TABLE_NOT_FOUND, TABLE_VIEW_NAME_INVALID, TABLE_VIEW_EXISTS, TABLE_VIEWS_TOO_MANY,
   *   TABLE_VIEW_OPTIONS_INVALID
   */
  readonly create: (call: ViewCall, table: string, view: NewView) => Promise<StoredView>
  readonly duplicate: (at: ViewAddress, title: string) => Promise<StoredView>
  /** Returns the view before, and its title. */
  readonly rename: (call: ViewCall, id: string, title: string) => Promise<{ before: StoredView; title: string }>
  readonly move: (call: ViewCall, id: string, position: number) => Promise<void>
  /** Returns the deleted view. */
  readonly remove: (call: ViewCall, id: string) => Promise<StoredView>
  /** Restores a deleted view. @throws as `create` */
  readonly restore: (call: ViewCall, table: string, view: DeletedView) => Promise<StoredView>
  readonly lock: (at: ViewAddress, locked: boolean) => Promise<void>
  /** @throws AppError TABLE_VIEW_LOCKED, TABLE_VIEW_OPTIONS_INVALID, NOT_ALLOWED */
  readonly save: (principal: Principal, at: ViewAddress, patch: ViewPatch) => Promise<void>
  /** @throws AppError TABLE_VIEW_LOCKED, and NOT_ALLOWED as for `save` */
  readonly copy: (principal: Principal, at: ViewAddress, from: string | undefined) => Promise<void>
  /**
   * Changes a view by its id, depending on its present state.
   *
   * @param revise  may run several times
   * @throws AppError TABLE_VIEW_LOCKED, and NOT_ALLOWED as for `save`
   */
  readonly revise: (
    principal: Principal,
    at: ViewCall & { readonly id: string; readonly table: string | undefined },
    revise: (table: Table, view: StoredView) => ViewRevision,
  ) => Promise<void>
  /** Reverts a change of shared settings. @throws as `save` */
  readonly revert: (principal: Principal, at: ViewAddress, from: SharedState, to: SharedState) => Promise<void>
  readonly savePersonal: (at: PersonalAddress, patch: PartialViewSettings) => Promise<void>
  readonly clearPersonal: (at: PersonalAddress) => Promise<void>
  /** Reverts a change of personal settings; null for none. */
  readonly revertPersonal: (
    at: PersonalAddress,
    from: PartialViewSettings | null,
    to: PartialViewSettings | null,
  ) => Promise<void>
}

/** A view with personal settings of one user. */
export type PersonalAddress = ViewAddress & { readonly userId: number }

/** Changed settings and options of a view. */
export interface SharedState {
  readonly settings: PartialViewSettings
  readonly options: ViewOptions
}

export interface ViewPatch {
  readonly settings?: PartialViewSettings | undefined
  readonly options?: ViewOptions | undefined
  /** Changes some options instead of replacing all. */
  readonly optionsPatch?: OptionsPatch | undefined
}

/** New parts of a view. Missing settings and keys stay unchanged. */
export interface ViewRevision {
  readonly settings: PartialViewSettings
  /** Replaces all options. They must fit the kind of the view. */
  readonly options?: ViewOptions | undefined
  readonly extras: ViewExtras
  readonly locked?: boolean | undefined
}

/** New parts of a view. */
export type Changed = Partial<Pick<StoredView, 'title' | 'position' | 'locked' | 'settings' | 'options' | 'extras'>>
