import { limits } from '@common/constants'
import { ExactValue, valueJson, type DataApi } from '@main/dataapi'
import type { createChangeLog } from '@main/features/changes'

/** Reads and writes of rows for the change log. */
export function rowsOfChanges({ changes, places }: DataApi): Parameters<typeof createChangeLog>[0]['rows'] {
  return {
    apply: changes.apply,
    check: changes.check,
    exact: (value) => new ExactValue(value),
    shown: (value) => JSON.parse(valueJson(value)) as unknown,
    nameOf: (projectId, table, rowId) =>
      places.nameOf(projectId, table, places.keyOf(table, rowId), AbortSignal.timeout(limits.statementTimeoutMs)),
  }
}
