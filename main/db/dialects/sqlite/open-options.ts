import type { SqliteThreads } from './threads'

export interface OpenSqliteOptions {
  readonly threads: SqliteThreads
  readonly filename: string
  /**
   * `builtIn`: our own file in WAL mode. `inPlace`: the user's file. Opening it changes nothing and preserves its
   * journal mode.
   */
  readonly mode: 'builtIn' | 'inPlace'
  /** Refuses every write. */
  readonly readOnly?: boolean
  /** Creates a missing file. Only for built-in files. */
  readonly create?: boolean
}
