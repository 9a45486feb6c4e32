import { AppError } from '@common/errors'
import { SqliteFailure } from './errors'
import type { Lane } from './job'
import { notShortCode } from './protocol'

/** Returns the lane in which a failed read can succeed. */
export function retryLane(error: unknown, lane: Lane): 'slow' | 'writer' | undefined {
  const code = sqliteCode(error)
  // A crashed writer left a journal. Only a writing connection can recover it.
  if (/^SQLITE_READONLY_(ROLLBACK|RECOVERY|CANTINIT)$/.test(code)) return 'writer'
  return lane === 'fast' && (code === notShortCode || /^SQLITE_(BUSY|LOCKED)/.test(code)) ? 'slow' : undefined
}

/** Returns the error of opening a file, by its cause. */
export function openingError(error: unknown): unknown {
  const code = sqliteCode(error)
  const cause = { cause: error }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return new AppError('DATABASE_FILE_IN_USE', {}, cause)
  if (code === 'SQLITE_NOTADB') return new AppError('DATABASE_FILE_INVALID', {}, cause)
  return error
}

/** Returns SQLite's code of an error; empty without one. */
export function sqliteCode(error: unknown): string {
  return error instanceof AppError && error.cause instanceof SqliteFailure ? error.cause.code : ''
}
