import { AppError } from '@common/errors'
import type { SchemaSql } from '@main/db/dialect'

function notYet(): never {
  throw new AppError('NOT_SUPPORTED')
}

/** Until projects can be opened on a database server, only the meta store lives there, and it writes its own schema. */
export const schema: SchemaSql = {
  createTable: notYet,
  renameTable: notYet,
  dropTable: () => Promise.reject(new AppError('NOT_SUPPORTED')),
  changeColumns: () => Promise.reject(new AppError('NOT_SUPPORTED')),
  addForeignKey: () => Promise.reject(new AppError('NOT_SUPPORTED')),
  dropForeignKey: () => Promise.reject(new AppError('NOT_SUPPORTED')),
}
