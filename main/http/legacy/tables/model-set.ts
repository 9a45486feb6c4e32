import { systemPrincipal } from '@common/principal'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { ColumnChange, Table } from '@common/model'
import { definitionOf, validationFrom, withValidation } from '@common/model/column-definition'
import { columnNamed, type Call, type Tables } from '@main/features/tables'
import { readJsonText } from '../json-text'
import { planComputed } from './model-plan'
import { modelMeta, type ModelMeta } from './model-meta'

/** Applies the meta of a table from a script (`xcModelSet`). */
export type SetModel = (call: Call, nameOrTitle: string, meta: ModelMeta | string) => Promise<void>

export function createSetModel({ catalog, service, computed }: Tables): SetModel {
  /** Changes that can fail run first; if one fails, the earlier ones are reverted. */
  const setComputed = async (call: Call, table: Table, entries: NonNullable<ModelMeta['v']>): Promise<void> => {
    const { create, update, remove } = planComputed(table, entries)
    const undo: (() => Promise<unknown>)[] = []
    try {
      for (const column of create) {
        const { id } = await computed.create(call, table.name, column)
        undo.unshift(() => computed.remove(call, table.name, id))
      }
      for (const { id, to, from } of update) {
        await computed.update(call, table.name, id, to)
        undo.unshift(() => computed.update(call, table.name, id, from))
      }
    } catch (error) {
      for (const step of undo) await step()
      throw error
    }
    for (const id of remove) await computed.remove(call, table.name, id)
  }

  const setColumns = async (call: Call, table: Table, columns: NonNullable<ModelMeta['columns']>): Promise<void> => {
    const named = columns.map((column) => ({ ...column, name: columnNamed(table, column.cn) }))
    const renames = named.flatMap(({ name, _cn }): ColumnChange[] => {
      const title = table.columns.find((column) => column.name === name)?.title
      const newTitle = _cn?.trim() ?? ''
      return newTitle === '' || newTitle === title ? [] : [{ kind: 'rename', name, newName: name, newTitle }]
    })
    const checks = named.flatMap(({ name, validate }): ColumnChange[] => {
      const column = table.columns.find((each) => each.name === name)
      if (column === undefined || validate === undefined) return []
      const wanted = validationFrom(validate)
      if (JSON.stringify(wanted) === JSON.stringify(column.options.validate)) return []
      const definition = definitionOf(column)
      return [{ kind: 'change', name, column: { ...definition, options: withValidation(column.options, wanted) } }]
    })
    if (checks.length > 0) await service.changeColumns(call, table.name, () => checks)
    if (renames.length > 0) await service.changeColumns(call, table.name, () => renames)
    const names = named.map(({ name }) => name)
    const isWhole = names.length === table.columns.length && new Set(names).size === names.length
    if (isWhole && table.columns.some(({ name }, at) => name !== names[at]))
      await service.setColumnOrder(call, table.name, names)
    const primary = named.find(({ pv }) => pv === true || pv === 1)?.name
    if (primary !== undefined && table.columns.some(({ name, primaryValue }) => name === primary && !primaryValue))
      await service.setPrimaryValue(call, table.name, primary)
  }

  return async (call, nameOrTitle, given) => {
    const meta = typeof given === 'string' ? readMeta(given) : given
    const table = await catalog.as(systemPrincipal).get(call.projectId, nameOrTitle)
    if (meta.v !== undefined) await setComputed(call, table, meta.v)
    if (meta.columns !== undefined) await setColumns(call, table, meta.columns)
  }
}

function readMeta(text: string): ModelMeta {
  try {
    return modelMeta.parse(readJsonText(text))
  } catch (error) {
    throw new AppError('INPUT_INVALID', { problems: [message('inputProblems.notTableMeta')] }, { cause: error })
  }
}
