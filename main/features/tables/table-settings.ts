import { AppError } from '@common/errors'
import { inverse, type Inverse } from '@common/operations/inverse'
import type { TableLookups } from './catalog/catalog'
import type { TableMetadata } from './catalog/metadata'
import type { Call, Changes } from './changes/changes'
import { columnNamed } from './columns/column-named'
import { metadataInOrder, metadataNaming } from './columns/column-plan'
import { checkTableNames } from './columns/validate'
import type { TableService } from './types'

type TableSettings = Pick<TableService, 'retitle' | 'setColumnOrder' | 'setPrimaryValue' | 'setOrder' | 'setIcon'>

/** Changes what Basalt stores about a table. The table in the database stays as it is. */
export function createTableSettings(catalog: TableLookups, changes: Changes): TableSettings {
  const { inTurn, store, tableMetadata, placed, project: projectOf } = changes

  /** Changes the settings of a table. The first change in a project stores the current order of all tables. */
  const choose = (
    call: Call,
    nameOrTitle: string,
    change: (table: TableMetadata) => TableMetadata,
    undoneBy: (before: TableMetadata) => Inverse,
  ): Promise<void> =>
    inTurn(call.projectId, async () => {
      const { projectId } = call
      const table = await catalog.get(projectId, nameOrTitle)
      const others = (await placed(projectId)).filter((one) => one.kind !== 'setTable' || one.name !== table.name)
      const before = await tableMetadata(projectId, table)
      await store(call, [...others, { kind: 'setTable', ...change(before) }], [undoneBy(before)])
    })

  return {
    retitle: (call, nameOrTitle, given) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const table = await catalog.get(projectId, nameOrTitle)
        const [{ prefix }, tables] = await Promise.all([projectOf(projectId), catalog.list(projectId)])
        const title = given.trim()
        checkTableNames({ name: table.name, title }, tables, prefix, table)
        await store(
          call,
          [{ kind: 'setTable', ...(await tableMetadata(projectId, table)), title }],
          [inverse('tableRetitle', { table: table.name, title: table.title })],
        )
      }),

    setColumnOrder: (call, nameOrTitle, wanted) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const [table, metadata] = await Promise.all([catalog.get(projectId, nameOrTitle), catalog.metadata(projectId)])
        const first = wanted.map((name) => columnNamed(table, name))
        if (new Set(first).size < first.length) throw new AppError('COLUMN_EXISTS', { column: first.join(', ') })
        const rest = table.columns.map(({ name }) => name).filter((name) => !first.includes(name))
        const columns = metadataInOrder(metadata.columns.get(table.name) ?? [], [...first, ...rest])
        await store(
          call,
          [{ kind: 'setColumns', table: table.name, columns }],
          [inverse('columnOrderSet', { table: table.name, columns: table.columns.map(({ name }) => name) })],
        )
      }),

    setPrimaryValue: (call, nameOrTitle, wanted) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const [table, metadata] = await Promise.all([catalog.get(projectId, nameOrTitle), catalog.metadata(projectId)])
        const columns = metadataNaming(metadata.columns.get(table.name) ?? [], columnNamed(table, wanted))
        await store(call, [{ kind: 'setColumns', table: table.name, columns }])
      }),

    setOrder: (call, nameOrTitle, order) =>
      choose(
        call,
        nameOrTitle,
        (table) => ({ ...table, order }),
        ({ name, order: before }) => inverse('tableOrderSet', { table: name, order: before }),
      ),
    setIcon: (call, nameOrTitle, icon) =>
      choose(
        call,
        nameOrTitle,
        ({ icon: _before, ...table }) => ({ ...table, ...(icon === undefined ? {} : { icon }) }),
        ({ name, icon: before = null }) => inverse('tableIconSet', { table: name, icon: before }),
      ),
  }
}
