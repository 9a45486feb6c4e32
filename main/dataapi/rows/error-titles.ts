import { AppError } from '@common/errors'
import type { TableIndex } from '../plan/columns'

/** Replaces column names in an error of the database by titles. */
export function withTitles(index: TableIndex, given: AppError): AppError {
  const error = withLimit(index, given)
  const { columns, column } = error.details
  const names = Array.isArray(columns) ? columns.map(String) : typeof column === 'string' ? [column] : []
  if (names.length === 0) return error
  // A hidden column stays unnamed.
  const { seen } = index
  if (seen !== undefined && names.some((name) => !seen.byName.has(name)))
    return new AppError('WRITE_PREVENTED', { table: index.table.title })
  const titles = names.map((name) => index.byName.get(name)?.title ?? name)
  const details = { ...error.details, column: titles.join(', '), ...(columns !== undefined && { columns: titles }) }
  return new AppError(error.code, details, { cause: error })
}

/** Adds the exceeded limit of the column's type. The database names the column, or several candidates. */
function withLimit(index: TableIndex, error: AppError): AppError {
  const { limit, candidates, ...details } = error.details
  if (limit === undefined) return error
  const names = Array.isArray(candidates)
    ? candidates.map(String)
    : [typeof details['column'] === 'string' ? details['column'] : '']
  const limited = names
    .flatMap((name) => index.byName.get(name) ?? [])
    .filter(({ nativeType }) => isLimited(nativeType, limit))
  const [only] = limited
  if (only === undefined || limited.length > 1) return new AppError(error.code, details, { cause: error })
  const length = /\((\d+)\)/.exec(only.nativeType)?.[1]
  const what = limit === 'length' && length !== undefined ? { maxLength: Number(length) } : { type: only.nativeType }
  return new AppError(error.code, { ...details, column: only.name, ...what }, { cause: error })
}

const isLimited = (nativeType: string, limit: unknown): boolean =>
  limit === 'length'
    ? /char|binary|bit|text|blob/i.test(nativeType)
    : /int|serial|numeric|decimal|real|float|double/i.test(nativeType)
