import type { OperationInput, OperationName, OperationOutput } from './index'

/** What the audit says of a call that has succeeded. */
export interface AuditFacts {
  /** `TYPE/SUBTYPE` in the words of the wire (§14.5). */
  readonly operation: string
  /** Of the call where nothing is said. */
  readonly projectId?: string
  /** Name of the table it was about. */
  readonly table?: string
  /** Who it was, where the call itself does not know yet. */
  readonly email?: string | undefined
  readonly details?: Readonly<Record<string, unknown>>
}

type Rule<N extends OperationName> = (call: {
  readonly input: OperationInput<N>
  readonly output: OperationOutput<N>
}) => AuditFacts

/**
 * The lines that commands leave in the audit. Null: none, since the operation keeps its own or changes nothing worth
 * telling. A command that is not here leaves a plain line with its name, so that nothing goes unseen.
 */
const rules: { readonly [N in OperationName]?: Rule<N> | null } = {
  authSignUp: ({ input }) => ({ operation: 'AUTHENTICATION/SIGNUP', email: address(input.email) }),
  authSignIn: ({ input }) => ({ operation: 'AUTHENTICATION/SIGNIN', email: address(input.email) }),
  authSignOut: () => ({ operation: 'AUTHENTICATION/SIGNOUT' }),
  authRefreshToken: null,
  xcAuditCreate: null,
  // What the record holds is in its history.
  formSubmit: null,
  // A comment is a line of the audit itself.
  xcAuditCommentInsert: null,
  // Personal notification settings don't belong in the audit of the project.
  recordFollow: null,
  noticesRead: null,
  noticesClear: null,
  commentUpdate: ({ input }) => ({ operation: 'COMMENT/UPDATED', table: input.tn, details: { record: input.rowId } }),
  commentResolve: ({ input }) => ({
    operation: input.resolved ? 'COMMENT/RESOLVED' : 'COMMENT/REOPENED',
    table: input.tn,
    details: { record: input.rowId },
  }),
  commentDelete: ({ input }) => ({ operation: 'COMMENT/DELETED', table: input.tn, details: { record: input.rowId } }),

  projectCreateByWebWithXCDB: ({ output }) => projectMade(output),
  projectCreateSample: ({ output }) => projectMade(output),
  projectCreateFromFile: ({ output }) => projectMade(output),
  projectCreateFromConnection: ({ output }) => projectMade(output),
  projectCreateByWeb: ({ output }) => projectMade(output),
  // What the answer says: the input holds secrets.
  projectConnectionUpdate: ({ output: { host, port, database } }) => ({
    operation: 'PROJECT/CONNECTION_CHANGED',
    details: { host, port, database },
  }),
  projectStart: () => ({ operation: 'PROJECT/STARTED' }),
  projectAPIServerStart: () => ({ operation: 'PROJECT/STARTED' }),
  projectStop: () => ({ operation: 'PROJECT/STOPPED' }),
  projectAPIServerStop: () => ({ operation: 'PROJECT/STOPPED' }),
  projectRestart: () => ({ operation: 'PROJECT/RESTARTED' }),
  projectRename: ({ output }) => ({ operation: 'PROJECT/RENAMED', details: { title: output.title } }),
  projectProductionSet: ({ output }) => ({
    operation: output.production ? 'PROJECT/PRODUCTION_ON' : 'PROJECT/PRODUCTION_OFF',
  }),
  projectDelete: ({ output }) => ({ operation: 'PROJECT/DELETED', details: { keptAt: output.keptAt } }),

  tableCreate: ({ input }) => ({
    operation: 'TABLE/CREATED',
    table: input.tn,
    details: { columns: input.columns.map(({ cn }) => cn) },
  }),
  tableUpdate: ({ input }) => ({ operation: 'TABLE/UPDATED', table: input.tn, details: columnsOf(input.columns) }),
  tableRename: ({ input }) => ({
    operation: 'TABLE/RENAMED',
    table: input.tn,
    details: { before: input.tn_old, after: input.tn },
  }),
  ncTableAliasRename: ({ input }) => ({
    operation: 'TABLE/RENAMED',
    table: input.tn,
    details: { before: input.tn_old, after: input.tn },
  }),
  tableDelete: ({ input }) => ({ operation: 'TABLE/DELETED', table: input.tn }),
  columnDuplicate: ({ input, output }) => ({
    operation: 'TABLE/UPDATED',
    table: input.tn,
    details: { added: output.title },
  }),
  rowOrderCreate: ({ input, output }) => ({
    operation: 'TABLE/UPDATED',
    table: input.tn,
    details: { added: output.title },
  }),
  columnOrderSet: null,
  xcModelOrderSet: null,
  tableIconSet: null,
  tableDuplicate: ({ output }) => ({
    operation: 'TABLE/CREATED',
    table: output.tn,
    details: { title: output.title },
  }),
  // The rows tell it themselves.
  rowsWriteBack: null,
  rowsApply: null,
  xcMetaDiffSync: ({ input: { tables }, output }) => ({
    operation: 'TABLE/SYNCHRONISED',
    details: { changed: tables === undefined || tables.length > namesAtMost ? output.tables : tables },
  }),
  schemaReload: null,

  xcAttachmentUpload: ({ output: { title, size } }) => ({ operation: 'DATA/UPLOAD', details: { title, size } }),

  // The file is nobody's affair before it is imported.
  importUpload: null,
  // Recorded at the end of the import, when the number of records is known.
  importStart: null,
  importCancel: ({ output: { name } }) => ({ operation: 'DATA/IMPORT_CANCELLED', details: { name } }),
  importDiscard: null,

  viewCreate: ({ input }) => ({ operation: 'VIEW/CREATED', table: input.view_name }),
  viewUpdate: ({ input }) => ({ operation: 'VIEW/UPDATED', table: input.view_name }),
  viewDelete: ({ input }) => ({ operation: 'VIEW/DELETED', table: input.view_name }),

  xcVirtualTableCreate: ({ input: { parent_model_title: table, title, show_as } }) => ({
    operation: 'VIEW/CREATED',
    table,
    details: { title, kind: show_as },
  }),
  viewDuplicate: ({ input: { tn, title }, output }) => ({
    operation: 'VIEW/CREATED',
    table: tn,
    details: { title, kind: output.show_as },
  }),
  xcVirtualTableRename: ({ input: { old_title: before, title: after, parent_model_title } }) => ({
    operation: 'VIEW/RENAMED',
    ...tableIn({ tn: parent_model_title }),
    details: { before, after },
  }),
  xcVirtualTableDelete: ({ input: { id, title, view_name, parent_model_title } }) => ({
    operation: 'VIEW/DELETED',
    ...tableIn({ tn: parent_model_title }),
    details: { title: title ?? view_name ?? id },
  }),
  viewLock: ({ input: { tn, locked } }) => ({ operation: locked ? 'VIEW/LOCKED' : 'VIEW/UNLOCKED', table: tn }),
  // What is seen changes with every click and is undone where it was done.
  xcVirtualTableUpdate: null,
  xcModelViewOrderSet: null,
  viewSettingsSave: null,
  viewSettingsCopy: null,
  viewPersonalSave: null,
  viewPersonalClear: null,

  relationCreate: ({ input }) => relation('CREATED', input.childTable, input.parentTable),
  xcVirtualRelationCreate: ({ input }) => relation('CREATED', input.childTable, input.parentTable),
  xcM2MRelationCreate: ({ input }) => relation('CREATED', input.childTable, input.parentTable),
  linkCreate: ({ input }) => relation('CREATED', input.tn, input.rtn),
  relationDelete: ({ input }) => relation('DELETED', input.childTable, input.parentTable),
  xcVirtualRelationDelete: ({ input }) => relation('DELETED', input.childTable, input.parentTable),
  xcRelationColumnDelete: ({ input }) => relation('DELETED', input.childTable, input.parentTable),

  virtualColumnCreate: ({ input, output }) => virtualColumn(input.tn, { added: output.title }),
  virtualColumnUpdate: ({ input, output }) => virtualColumn(input.tn, { changed: output.title }),
  virtualColumnDelete: ({ input, output }) => virtualColumn(input.tn, { deleted: output.title }),
}

/** Longer lists are told by their length. */
const namesAtMost = 20

const relation = (what: 'CREATED' | 'DELETED', table: string | undefined, to: string | undefined): AuditFacts => ({
  operation: `RELATION/${what}`,
  ...(table === undefined ? {} : { table }),
  details: { to },
})

const virtualColumn = (table: string, details: Readonly<Record<string, string>>): AuditFacts => ({
  operation: 'TABLE/UPDATED',
  table,
  details,
})

/** The line of a command; undefined where it leaves none. */
export function auditFacts(name: string, input: unknown, output: unknown): AuditFacts | undefined {
  const rule = Object.hasOwn(rules, name) ? rules[name as OperationName] : undefined
  if (rule === null) return undefined
  if (rule === undefined) return { operation: `OPERATION/${name}`, ...tableIn(input) }
  return (rule as (call: { input: unknown; output: unknown }) => AuditFacts)({ input, output })
}

const address = (email: string | null | undefined): string | undefined => email?.trim().toLowerCase()

const projectMade = ({ id, title }: { readonly id: string; readonly title: string }): AuditFacts => ({
  operation: 'PROJECT/CREATED',
  projectId: id,
  details: { title },
})

/** Most operations name their table alike. */
function tableIn(input: unknown): { table?: string } {
  if (typeof input !== 'object' || input === null) return {}
  const { tn } = input as { readonly tn?: unknown }
  return typeof tn === 'string' ? { table: tn } : {}
}

/** Columns by what becomes of them (wire §6: `altered`). */
function columnsOf(
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
