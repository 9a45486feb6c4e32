import type { OperationName } from '@common/operations'
import type { GuardedWrite } from '@renderer/api'
import { t } from '@renderer/i18n'
import { commandWords } from '@renderer/stores/command-words'

/** Descriptions of a write, for users. */
export interface WriteWords {
  readonly what: string
  /** Tables, columns and names that it is about. */
  readonly details: readonly string[]
}

/** Lines of a written request that the question shows. */
const writtenLinesMax = 8

type Args = Readonly<Record<string, unknown>>

export function writeWords({ what }: GuardedWrite): WriteWords {
  if ('operation' in what) return operationWords(what.operation, what.args)
  if ('written' in what)
    return { what: t('production.written'), details: what.written.split('\n').slice(0, writtenLinesMax) }
  return { what: t(`production.rows.${what.method}`), details: [t('production.table', { name: what.table })] }
}

function operationWords(operation: OperationName, given: unknown): WriteWords {
  const args = (given ?? {}) as Args
  const tables = [args['table'], args['name'], args['tableName']].filter(isName)
  const columns = Array.isArray(args['changes']) ? (args['changes'] as Args[]).flatMap(columnLine) : []
  return {
    what: t('notifications.line', commandWords(operation)),
    details: [...new Set(tables)].map((name) => t('production.table', { name })).concat(columns),
  }
}

/** Steps of `tableUpdate`. */
const alterations: Readonly<Record<string, 'added' | 'changed' | 'deleted'>> = {
  add: 'added',
  update: 'changed',
  rename: 'changed',
  delete: 'deleted',
}

function columnLine({ change, name: before, to, title: newTitle, column }: Args): string[] {
  const kind = alterations[String(change)]
  const { name: columnName, title } = (column ?? { name: to, title: newTitle }) as Args
  const name = [title, columnName, before].find(isName)
  if (kind === undefined || name === undefined) return []
  return kind === 'changed' && isName(before) && before !== name
    ? [t('production.column.renamed', { before, name })]
    : [t(`production.column.${kind}`, { name })]
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''
