import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { useMemo } from 'react'
import type { KnownSchema } from './editor/completions'

const nothing: KnownSchema = { schemas: [], tables: [], routines: [] }

/**
 * Returns the names of the database for completion: tables and columns with their types and references, functions and
 * procedures. They are read again after every change of the schema.
 *
 * @param schemaName  the schema of the project's tables, if the database has schemas
 */
export function useKnownSchema(
  projectId: string,
  routines: { readonly functions: boolean; readonly procedures: boolean },
  schemaName: string | undefined,
): KnownSchema {
  const { t } = useTranslation()
  const options = { projectId, silent: true }
  const { data } = useOperation('projectDiagram', {}, options)
  const functions = useOperation('functionList', {}, { ...options, enabled: routines.functions }).data
  const procedures = useOperation('procedureList', {}, { ...options, enabled: routines.procedures }).data
  return useMemo(() => {
    if (data === undefined) return nothing
    const references = new Map(
      data.relations.flatMap(({ childTable, childColumns, parentTable, real }) =>
        real ? childColumns.map((column) => [`${childTable} ${column}`, parentTable] as const) : [],
      ),
    )
    return {
      schemas: schemaName === undefined ? [] : [schemaName],
      tables: data.tables.map(({ name, type, columns }) => ({
        name,
        type,
        columns: columns.map((column) => {
          const refersTo = references.get(`${name} ${column.name}`)
          return {
            name: column.name,
            type: t(`columnTypes.${column.uiType}.name`),
            isKey: column.primaryKey,
            ...(refersTo !== undefined && { refersTo }),
          }
        }),
      })),
      routines: [...(functions ?? []), ...(procedures ?? [])],
    }
  }, [data, functions, procedures, schemaName, t])
}
