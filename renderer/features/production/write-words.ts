import type { OperationName } from '@common/operations'
import type { GuardedWrite } from '@renderer/api'
import { t } from '@renderer/i18n'
import { commandWords } from '@renderer/stores'

/** What a write does, in words of the user. */
export interface WriteWords {
  readonly what: string
  /** Tables, columns and names that it is about. */
  readonly details: readonly string[]
}

type Args = Readonly<Record<string, unknown>>

export function writeWords({ what }: GuardedWrite): WriteWords {
  if ('operation' in what) return operationWords(what.operation, what.args)
  return { what: t(`production.rows.${what.method}`), details: [t('production.table', { name: what.table })] }
}

function operationWords(operation: OperationName, given: unknown): WriteWords {
  const args = (given ?? {}) as Args
  const tables = [args['tn_old'], args['tn'], args['name'], args['tableName']].filter(isName)
  const columns = Array.isArray(args['columns']) ? (args['columns'] as Args[]).flatMap(columnLine) : []
  return {
    what: t('notifications.line', commandWords(operation)),
    details: [...new Set(tables)].map((name) => t('production.table', { name })).concat(columns),
  }
}

/** Wire marks of `tableUpdate`. */
const alterations: Readonly<Record<number, 'added' | 'changed' | 'deleted'>> = {
  1: 'added',
  2: 'changed',
  4: 'deleted',
  8: 'changed',
  10: 'changed',
}

function columnLine({ altered, _cn: title, cn, cno: before }: Args): string[] {
  const kind = alterations[Number(altered)]
  const name = isName(title) ? title : cn
  if (kind === undefined || !isName(name)) return []
  return kind === 'changed' && isName(before) && before !== name
    ? [t('production.column.renamed', { before, name })]
    : [t(`production.column.${kind}`, { name })]
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''
