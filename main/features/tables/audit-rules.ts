import type { metaOperations } from '@common/operations/meta'
import type { objectOperations } from '@common/operations/objects'
import type { relationOperations } from '@common/operations/relations'
import type { tableOperations } from '@common/operations/tables'
import type { virtualColumnOperations } from '@common/operations/virtual-columns'
import type { AuditFacts, AuditRules } from '@main/operations/module'

export const tableAudit: AuditRules<typeof tableOperations> = {
  tableCreate: ({ input }) => ({
    operation: 'TABLE/CREATED',
    table: input.tn,
    details: { columns: input.columns.map(({ cn }) => cn) },
  }),
  tableUpdate: ({ input }) => tableUpdated(input.tn, columnChanges(input.columns)),
  tableRename: ({ input }) => tableRenamed(input),
  ncTableAliasRename: ({ input }) => tableRenamed(input),
  tableDelete: ({ input }) => ({ operation: 'TABLE/DELETED', table: input.tn }),
  columnDuplicate: ({ input, output }) => tableUpdated(input.tn, { added: output.title }),
  rowOrderCreate: ({ input, output }) => tableUpdated(input.tn, { added: output.title }),
  columnOrderSet: null,
  xcModelOrderSet: null,
  tableIconSet: null,
  tableDuplicate: ({ output }) => ({ operation: 'TABLE/CREATED', table: output.tn, details: { title: output.title } }),
}

export const metaAudit: AuditRules<typeof metaOperations> = {
  xcMetaDiffSync: ({ input: { tables }, output }) => ({
    operation: 'TABLE/SYNCHRONISED',
    details: { changed: tables === undefined || tables.length > namesAtMost ? output.tables : tables },
  }),
  schemaReload: null,
}

export const objectAudit: AuditRules<typeof objectOperations> = {
  viewCreate: ({ input }) => ({ operation: 'VIEW/CREATED', table: input.view_name }),
  viewUpdate: ({ input }) => ({ operation: 'VIEW/UPDATED', table: input.view_name }),
  viewDelete: ({ input }) => ({ operation: 'VIEW/DELETED', table: input.view_name }),
}

export const relationAudit: AuditRules<typeof relationOperations> = {
  relationCreate: ({ input }) => relation('CREATED', input.childTable, input.parentTable),
  xcVirtualRelationCreate: ({ input }) => relation('CREATED', input.childTable, input.parentTable),
  xcM2MRelationCreate: ({ input }) => relation('CREATED', input.childTable, input.parentTable),
  linkCreate: ({ input }) => relation('CREATED', input.tn, input.rtn),
  relationDelete: ({ input }) => relation('DELETED', input.childTable, input.parentTable),
  xcVirtualRelationDelete: ({ input }) => relation('DELETED', input.childTable, input.parentTable),
  xcRelationColumnDelete: ({ input }) => relation('DELETED', input.childTable, input.parentTable),
}

export const virtualColumnAudit: AuditRules<typeof virtualColumnOperations> = {
  virtualColumnCreate: ({ input, output }) => tableUpdated(input.tn, { added: output.title }),
  virtualColumnUpdate: ({ input, output }) => tableUpdated(input.tn, { changed: output.title }),
  virtualColumnDelete: ({ input, output }) => tableUpdated(input.tn, { deleted: output.title }),
}

/** The audit counts longer lists instead of naming their items. */
const namesAtMost = 20

const tableUpdated = (table: string, details: Readonly<Record<string, unknown>>): AuditFacts => ({
  operation: 'TABLE/UPDATED',
  table,
  details,
})

const tableRenamed = ({ tn, tn_old: before }: { readonly tn: string; readonly tn_old: string }): AuditFacts => ({
  operation: 'TABLE/RENAMED',
  table: tn,
  details: { before, after: tn },
})

const relation = (what: 'CREATED' | 'DELETED', table: string | undefined, to: string | undefined): AuditFacts => ({
  operation: `RELATION/${what}`,
  ...(table === undefined ? {} : { table }),
  details: { to },
})

/** Groups columns by their change (wire §6: `altered`). */
function columnChanges(
  columns: readonly {
    readonly cn: string
    readonly cno?: string | null | undefined
    readonly altered?: number | null | undefined
  }[],
): Readonly<Record<string, unknown>> {
  const marked = (...marks: number[]) => columns.filter(({ altered }) => marks.includes(altered ?? 0))
  const lists = {
    added: marked(1).map(({ cn }) => cn),
    changed: marked(2, 10).map(({ cn, cno }) => cno ?? cn),
    deleted: marked(4).map(({ cn, cno }) => cno ?? cn),
    renamed: marked(8, 10)
      .filter(({ cn, cno }) => cno !== undefined && cno !== null && cno !== cn)
      .map(({ cn, cno }) => [cno, cn]),
  }
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}
