import { AppError } from '@common/errors'
import type { Introspection } from '@main/db/dialect'

const notYet = (): Promise<never> => Promise.reject(new AppError('NOT_SUPPORTED'))

/** Until projects can be opened on a database server, only the meta store lives there, and it knows its own tables. */
export const introspect: Introspection = { listTables: notYet, describeTable: notYet, listReferences: notYet }
