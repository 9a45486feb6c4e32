import type { metaOperations } from '@common/operations/meta'
import type { objectOperations } from '@common/operations/objects'
import type { ColumnChangeInput } from '@common/operations/table-shapes'
import type { queryTableOperations } from '@common/operations/query-tables'
import type { relationOperations } from '@common/operations/relations'
import type { tableOperations } from '@common/operations/tables'
import type { virtualColumnOperations } from '@common/operations/virtual-columns'
import type { AuditFacts, AuditRules } from '@main/operations/module'

export const tableAudit: AuditRules<typeof tableOperations> = {
  tableCreate: ({ input }) => ({
    operation: 'TABLE/CREATED',
    table: input.table,
    details: { columns: input.columns.map(({ name }) => name) },
  }),
  tableUpdate: ({ input }) => tableUpdated(input.table, columnChanges(input.changes)),
  tableRename: ({ input: { table, name } }) => tableRenamed(table, name),
  tableRetitle: ({ input: { table, title } }) => tableRenamed(table, title),
  tableDelete: ({ input }) => ({ operation: 'TABLE/DELETED', table: input.table }),
  columnDuplicate: ({ input, output }) => tableUpdated(input.table, { added: output.title }),
  rowOrderCreate: ({ input, output }) => tableUpdated(input.table, { added: output.title }),
  // The handlers add the values before and after.
  columnOrderSet: ({ input: { table } }) => ({ operation: 'TABLE/UPDATED', table }),
  tableOrderSet: ({ input: { table } }) => ({ operation: 'TABLE/MOVED', table }),
  tableIconSet: ({ input: { table } }) => ({ operation: 'TABLE/ICON', table }),
  tableDuplicate: ({ output }) => ({
    operation: 'TABLE/CREATED',
    table: output.name,
    details: { title: output.title },
  }),
}

export const metaAudit: AuditRules<typeof metaOperations> = {
  schemaSync: ({ input: { tables }, output }) => ({
    operation: 'TABLE/SYNCHRONISED',
    details: { changed: tables === undefined || tables.length > namesAtMost ? output.tables : tables },
  }),
  schemaReload: null,
}

export const objectAudit: AuditRules<typeof objectOperations> = {
  indexCreate: ({ input: { table, name: title, columns, unique } }) => ({
    operation: 'TABLE/INDEX_CREATED',
    table,
    details: { title, columns, unique },
  }),
  indexDelete: ({ input: { table, name: title } }) => ({
    operation: 'TABLE/INDEX_DELETED',
    table,
    details: { title },
  }),
  checkCreate: ({ input: { table, name: title, condition } }) => ({
    operation: 'TABLE/CHECK_CREATED',
    table,
    details: { title, condition },
  }),
  checkDelete: ({ input: { table, name: title } }) => ({
    operation: 'TABLE/CHECK_DELETED',
    table,
    details: { title },
  }),
  routineCreate: ({ input: { kind }, output: { name: title } }) => ({
    operation: 'ROUTINE/CREATED',
    details: { kind, title },
  }),
  routineUpdate: ({ input: { kind, name: title } }) => ({ operation: 'ROUTINE/UPDATED', details: { kind, title } }),
  routineDelete: ({ input: { kind, name: title } }) => ({ operation: 'ROUTINE/DELETED', details: { kind, title } }),
  triggerCreate: ({ input: { table, definition } }) => ({
    operation: 'TABLE/TRIGGER_CREATED',
    table,
    details: { definition },
  }),
  triggerDelete: ({ input: { table, name: title } }) => ({
    operation: 'TABLE/TRIGGER_DELETED',
    table,
    details: { title },
  }),
  sqlViewCreate: ({ input }) => ({ operation: 'SQL_VIEW/CREATED', table: input.name }),
  sqlViewUpdate: ({ input }) => ({ operation: 'SQL_VIEW/UPDATED', table: input.name }),
  sqlViewDelete: ({ input }) => ({ operation: 'SQL_VIEW/DELETED', table: input.name }),
}

export const queryTableAudit: AuditRules<typeof queryTableOperations> = {
  queryTableCreate: ({ output }) => ({ operation: 'QUERY_TABLE/CREATED', table: output.name }),
  queryTableUpdate: ({ output }) => ({ operation: 'QUERY_TABLE/UPDATED', table: output.name }),
  queryTableDelete: ({ input }) => ({ operation: 'QUERY_TABLE/DELETED', table: input.table }),
}

export const relationAudit: AuditRules<typeof relationOperations> = {
  virtualColumnRename: ({ input: { table } }) => ({ operation: 'TABLE/UPDATED', table }),
  relationCreate: ({ input }) => relation('CREATED', input.childTable, input.parentTable),
  virtualRelationCreate: ({ input }) => relation('CREATED', input.childTable, input.parentTable),
  associationCreate: ({ input }) => relation('CREATED', input.childTable, input.parentTable),
  linkCreate: ({ input }) => relation('CREATED', input.table, input.relatedTable),
  relationDelete: ({ input }) => relation('DELETED', input.childTable, input.parentTable),
  virtualRelationDelete: ({ input }) => relation('DELETED', input.childTable, input.parentTable),
  linkDelete: ({ input }) =>
    'associationTable' in input
      ? relation('DELETED', undefined, undefined)
      : relation('DELETED', input.childTable, input.parentTable),
}

export const virtualColumnAudit: AuditRules<typeof virtualColumnOperations> = {
  virtualColumnCreate: ({ input, output }) => tableUpdated(input.table, { added: output.title }),
  virtualColumnUpdate: ({ input, output }) => tableUpdated(input.table, { changed: output.title }),
  virtualColumnDelete: ({ input, output }) => tableUpdated(input.table, { deleted: output.title }),
}

/** The audit counts longer lists instead of naming their items. */
const namesAtMost = 20

const tableUpdated = (table: string, details: Readonly<Record<string, unknown>>): AuditFacts => ({
  operation: 'TABLE/UPDATED',
  table,
  details,
})

const tableRenamed = (before: string, after: string): AuditFacts => ({
  operation: 'TABLE/RENAMED',
  table: after,
  details: { before, after },
})

const relation = (what: 'CREATED' | 'DELETED', table: string | undefined, to: string | undefined): AuditFacts => ({
  operation: `RELATION/${what}`,
  ...(table === undefined ? {} : { table }),
  details: { to },
})

/** Groups columns by their change. */
function columnChanges(changes: readonly ColumnChangeInput[]): Readonly<Record<string, unknown>> {
  const lists = {
    added: changes.flatMap((each) => (each.change === 'add' ? [each.column.name] : [])),
    changed: changes.flatMap((each) => (each.change === 'update' ? [each.name] : [])),
    deleted: changes.flatMap((each) => (each.change === 'delete' ? [each.name] : [])),
    renamed: changes.flatMap((each) =>
      each.change === 'rename' && each.name !== each.to ? [[each.name, each.to]] : [],
    ),
  }
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}
