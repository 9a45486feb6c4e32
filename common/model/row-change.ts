type Values = Readonly<Record<string, unknown>>

/** One row to write, in a list of changes. Keys of values are titles or names. */
export type RowChangeToApply =
  | {
      readonly kind: 'create'
      readonly table: string
      readonly values: Values
      /** The row may set a key that the database generates: it was deleted before. */
      readonly bringsKey?: true
    }
  | {
      readonly kind: 'update'
      readonly table: string
      /** As in a path. */
      readonly rowId: string
      readonly values: Values
      /** Guard: the values that the row must still hold. */
      readonly expected: Values
    }
  | { readonly kind: 'delete'; readonly table: string; readonly rowId: string; readonly expected: Values }
