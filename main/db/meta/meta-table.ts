/** Type of a column in the meta store. `?` marks nullable ones. Flags are the integers 0 and 1. */
export type MetaKind = 'text' | 'text?' | 'integer' | 'integer?' | 'number' | 'number?'

type ValueOf<K extends MetaKind> = K extends 'text'
  ? string
  : K extends 'text?'
    ? string | null
    : K extends 'integer' | 'number'
      ? number
      : number | null

export type MetaColumns = Readonly<Record<string, MetaKind>>

/** Typed definition of a meta store table, for reads and writes. */
export interface MetaTable<C extends MetaColumns = MetaColumns> {
  readonly name: string
  readonly columns: C
}

export type MetaRow<T extends MetaTable> = { -readonly [N in keyof T['columns']]: ValueOf<T['columns'][N]> }

type NullableName<C extends MetaColumns> = { [N in keyof C]: null extends ValueOf<C[N]> ? N : never }[keyof C]

/** A row to insert: columns that may be null may be left out. */
export type NewMetaRow<T extends MetaTable> = Omit<MetaRow<T>, NullableName<T['columns']>> & {
  [N in NullableName<T['columns']>]?: ValueOf<T['columns'][N]>
}

export function metaTable<const C extends MetaColumns>(name: string, columns: C): MetaTable<C> {
  return { name, columns }
}
