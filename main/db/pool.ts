import { AppError } from '@common/errors'
import type { Database } from './database'
import { openPostgres } from './dialects/postgres/connection'
import { openSqlite } from './dialects/sqlite/connection'
import { createSqliteThreads } from './dialects/sqlite/threads'

/** Which database to open, and how. */
export type DatabaseTarget =
  | {
      readonly dialect: 'sqlite'
      readonly filename: string
      /** `builtIn`: a file of ours. `inPlace`: somebody else's, in which opening changes nothing. */
      readonly mode: 'builtIn' | 'inPlace'
      /** Refuses every write. */
      readonly readOnly?: boolean
      /** Makes the file when it is not there. */
      readonly create?: boolean
    }
  | {
      readonly dialect: 'postgres'
      readonly url: string
      /** Connections at once. */
      readonly max?: number
    }

/** Opens databases of every kind. What they share in this process is made once. */
export interface Databases {
  readonly open: (target: DatabaseTarget) => Promise<Database>
  /** Ends what they share; databases are closed before. */
  readonly close: () => Promise<void>
}

export interface DatabasesOptions {
  /** The bundled worker that runs the built-in database. */
  readonly sqliteWorkerUrl: URL
}

/** The one place where the name of a dialect decides anything. */
export function createDatabases(options: DatabasesOptions): Databases {
  const threads = createSqliteThreads({ workerUrl: options.sqliteWorkerUrl })
  return {
    open: (target) => {
      switch (target.dialect) {
        case 'sqlite':
          return openSqlite({ ...target, threads })
        case 'postgres':
          return openPostgres(target)
      }
    },
    close: threads.close,
  }
}

/**
 * What the URL of a database server stands for.
 *
 * @throws AppError NOT_SUPPORTED for servers of a kind that Basalt does not know
 */
export function targetOfUrl(url: string): DatabaseTarget {
  const scheme = /^([a-z]+):\/\//i.exec(url)?.[1]?.toLowerCase()
  if (scheme === 'postgres' || scheme === 'postgresql') return { dialect: 'postgres', url }
  throw new AppError('NOT_SUPPORTED', scheme === undefined ? {} : { reason: scheme })
}
