import type { Table } from '@common/model'
import type { AuditCounts, AuditFilters, ListedAuditLine, auditOperations } from '@common/operations/audit'
import type { Principal } from '@common/principal'
import { metaTables, type MetaStore } from '@main/db/meta'
import { inProject, type CallContext } from '@main/operations/context'
import type { OperationInput } from '@main/operations/contract'
import { withoutView } from './actor-columns'
import { countAudit } from './audit-counts'
import type { AuditFilter } from './audit-filter'
import { auditLine } from './audit-line'
import { readAudit, readAuditAfter, type AuditEntry } from './audit-list'
import { auditScope, type AuditScope, type TableLookups } from './audit-scope'
import { readTimeline } from './audit-timeline'
import { madeValues, type MadeRow, type ReadRows } from './made-values'

const { projects } = metaTables

type TimelineInput = OperationInput<(typeof auditOperations)['auditTimeline']>
type ListInput = OperationInput<(typeof auditOperations)['auditList']>

export interface AuditReaderOptions {
  readonly store: MetaStore
  readonly tables: TableLookups
  readonly rows: ReadRows
  readonly report: (error: unknown) => void
  /** Resolves when recent changes are stored. */
  readonly stored: () => Promise<void>
}

interface Page {
  readonly list: ListedAuditLine[]
  readonly count: number | null
  readonly more: boolean
}

/** Reads the audit of a project, as the caller may see it, and that of the installation. */
export interface AuditReader {
  readonly page: (context: CallContext, input: ListInput) => Promise<Page>
  readonly count: (context: CallContext, input: AuditFilters) => Promise<AuditCounts>
  readonly timeline: (context: CallContext, input: TimelineInput) => Promise<number[]>
  readonly installationPage: (context: CallContext, input: Omit<ListInput, 'table' | 'perChange'>) => Promise<Page>
  readonly installationCount: (input: Omit<AuditFilters, 'table'>) => Promise<AuditCounts>
  /** Returns all matching lines in batches, newest first. A bulk insert is one line. */
  readonly every: (
    context: CallContext,
    input: AuditFilters,
    isInstallation: boolean,
  ) => AsyncGenerator<ListedAuditLine[]>
  /** Returns entries as lines, with the values of their rows. */
  readonly lines: (
    projectId: string,
    entries: readonly AuditEntry[],
    about: { readonly tables: ReadonlyMap<string, Table>; readonly scope?: AuditScope | undefined },
  ) => Promise<ListedAuditLine[]>
}

/** Entries of one batch of an export. */
const entriesAtOnce = 500

export function createAuditReader(options: AuditReaderOptions): AuditReader {
  const { store, rows, report, tables, stored } = options

  const lines: AuditReader['lines'] = async (projectId, entries, { tables: known, scope }) => {
    const limited = new Map(scope?.limited.map((each) => [each.table.name, each]))
    const whole = await withValues({ store, rows, report }, projectId, entries, known)
    return whole.map((entry) =>
      auditLine(scope?.hidesViews === true ? { ...entry, actor: withoutView(entry.actor) } : entry, {
        table: known.get(entry.table ?? ''),
        limited: limited.get(entry.table ?? ''),
      }),
    )
  }

  /** Returns the tables of entries for their titles, without deleted ones. */
  const tablesOf = async (
    principal: Principal,
    projectId: string,
    entries: readonly AuditEntry[],
  ): Promise<ReadonlyMap<string, Table>> => {
    const names = new Set(entries.flatMap(({ isRow, table }) => (isRow && table !== null ? [table] : [])))
    const found = await Promise.all([...names].map((name) => tables(principal).named(projectId, name)))
    return new Map(found.flatMap((table) => (table === undefined ? [] : [[table.name, table]])))
  }

  const linesFor = async (
    { principal }: CallContext,
    filter: AuditFilter,
    entries: readonly AuditEntry[],
  ): Promise<ListedAuditLine[]> => {
    const { projectId, scope } = filter
    if (projectId === null) return withProjects(store, entries)
    return lines(projectId, entries, { tables: await tablesOf(principal, projectId, entries), scope })
  }

  const filterFor = async (context: CallContext, input: AuditFilters): Promise<AuditFilter> => {
    const { projectId } = inProject(context)
    return { ...filterOf(input), projectId, scope: await auditScope(store, tables, context.principal, projectId) }
  }
  /** The installation has no columns that a super admin can't see. */
  const installationFilter = (input: AuditFilters): AuditFilter => ({ ...filterOf(input), projectId: null })

  const pageOf = async (
    context: CallContext,
    filter: AuditFilter,
    { limit, offset, after }: Pick<ListInput, 'limit' | 'offset' | 'after'>,
  ): Promise<Page> => {
    if (after !== undefined) {
      const { list, more } = await readAuditAfter(store, filter, { limit, after })
      return { list: await linesFor(context, filter, list), count: null, more }
    }
    const { list, count } = await readAudit(store, filter, { limit, offset })
    return { list: await linesFor(context, filter, list), count, more: offset + list.length < count }
  }

  return {
    lines,

    page: async (context, input) => {
      await stored()
      const { perChange } = input
      return pageOf(context, { ...(await filterFor(context, input)), perChange }, input)
    },

    count: async (context, input) => {
      await stored()
      return countAudit(store, await filterFor(context, input))
    },

    timeline: async (context, { buckets, ...input }) => {
      await stored()
      const filter = await filterFor(context, input)
      return readTimeline(store, { ...filter, from: Date.parse(input.from), until: Date.parse(input.until) }, buckets)
    },

    installationPage: async (context, input) => {
      await stored()
      return pageOf(context, installationFilter(input), input)
    },

    installationCount: async (input) => {
      await stored()
      return countAudit(store, installationFilter(input))
    },

    every: async function* (context, input, isInstallation) {
      await stored()
      const filter = isInstallation ? installationFilter(input) : await filterFor(context, input)
      let after: string | undefined
      for (;;) {
        // Every row of a change has its own values, so all of them are exported.
        const { list, more } = await readAuditAfter(store, filter, { limit: entriesAtOnce, after })
        yield await linesFor(context, filter, list)
        after = list.at(-1)?.id
        if (!more || after === undefined) return
      }
    },
  }
}

/** Adds the initial values of rows to their entries. */
async function withValues(
  options: Pick<AuditReaderOptions, 'store' | 'rows' | 'report'>,
  projectId: string,
  list: readonly AuditEntry[],
  tables: ReadonlyMap<string, Table>,
): Promise<readonly AuditEntry[]> {
  const made = Map.groupBy(
    list.filter((entry): entry is AuditEntry & { readonly made: MadeRow } => entry.made !== undefined),
    (entry) => entry.table ?? '',
  )
  const details = new Map<AuditEntry, string>()
  for (const [name, entries] of made) {
    const found = tables.get(name)
    if (found === undefined) continue
    const rowsMade = entries.map((entry) => entry.made)
    const values = await madeValues(options, { projectId, table: found }, rowsMade)
    for (const [at, entry] of entries.entries()) details.set(entry, JSON.stringify(values[at]))
  }
  return list.map((entry) => ({ ...entry, details: details.get(entry) ?? entry.details }))
}

/** Returns entries of the installation as lines, with the titles of their projects. */
async function withProjects(store: MetaStore, entries: readonly AuditEntry[]): Promise<ListedAuditLine[]> {
  const ids = [...new Set(entries.flatMap(({ projectId }) => projectId ?? []))]
  const found =
    ids.length === 0
      ? []
      : await store.read(`SELECT id, title FROM ${projects.name} WHERE id IN (${ids.map(() => '?').join(', ')})`, ids)
  const titles = new Map(found.map(([id, title]) => [String(id), String(title)]))
  return entries.map((entry) => ({ ...auditLine(entry), project: titles.get(entry.projectId ?? '') ?? null }))
}

function filterOf({ user, who, origin, type, table, from, until, text }: AuditFilters): Omit<AuditFilter, 'projectId'> {
  return { email: user, who, origin, type, table, text, from: time(from), until: time(until) }
}

const time = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text))
