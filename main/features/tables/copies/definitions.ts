import { hasRole } from '@common/columns/questions'
import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import { blankColumn } from '@common/columns/values/blank-column'
import { isPlainType } from '@common/dialects/plain-type'
import { AppError } from '@common/errors'
import type { Column, ColumnDefinition } from '@common/model'
import type { CopiedColumn, CopiedTable } from '@common/project-copy'
import type { Database } from '@main/db/database'
import { checkKey, withKey } from '../columns/column-plan'
import { checkColumnNames, checkedDefinition } from '../columns/validate'

/** How a copied table is created. */
export interface TableToCreate {
  readonly definitions: readonly ColumnDefinition[]
  /** Columns of the copy in order, as rows are written to them. */
  readonly columns: readonly Column[]
}

/**
 * Returns the columns of a copied table for a database.
 *
 * @param sameEngine  true if native types of the copy mean the same here
 * @throws AppError COLUMN_NAME_INVALID, COLUMN_EXISTS, COLUMN_TYPE_INVALID, COLUMN_OPTIONS_INVALID
 */
export function tableToCreate(database: Database, table: CopiedTable, sameEngine: boolean): TableToCreate {
  const own = table.columns.map((column) => definitionOf(column, table, sameEngine))
  const definitions = withKey(own)
  checkColumnNames(
    definitions,
    definitions.map(({ name }) => name),
  )
  checkKey(definitions)
  return {
    definitions,
    columns: own.map((definition): Column => ({
      ...blankColumn,
      name: definition.name,
      title: definition.title,
      uiType: definition.uiType,
      options: definition.options,
      required: definition.required,
      primaryKey: definition.primaryKey,
      autoIncrement: hasRole(definition, 'key'),
      nativeType:
        definition.nativeType ?? database.dialect.nativeType(columnType(definition.uiType).storage, definition),
    })),
  }
}

function definitionOf(column: CopiedColumn, table: CopiedTable, sameEngine: boolean): ColumnDefinition {
  const { name, storedAs, options, required, unique, primaryKey, defaultValue, nativeType } = column
  const isKey = hasRole({ uiType: storedAs }, 'key')
  const keys = table.columns.filter((each) => each.primaryKey).length
  // A table has one counted key, alone.
  const uiType = isKey && (!primaryKey || keys > 1) ? typeFor.whole : storedAs
  const definition: ColumnDefinition = {
    name,
    title: column.title || name,
    uiType,
    options,
    required: required || primaryKey,
    unique,
    primaryKey,
    defaultValue,
    ...(sameEngine && !hasRole({ uiType }, 'key') && isPlainType(nativeType) ? { nativeType } : {}),
  }
  try {
    return checkedDefinition(definition)
  } catch (error) {
    // A default that only the other engine understands.
    if (!(error instanceof AppError) || error.code !== 'COLUMN_DEFAULT_INVALID') throw error
    return checkedDefinition({ ...definition, defaultValue: null })
  }
}
