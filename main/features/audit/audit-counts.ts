import { actorKinds, type ActorKind } from '@common/model'
import type { AuditActor, AuditCounts } from '@common/operations/audit'
import type { MetaStore } from '@main/db/meta'
import { visitors } from './actor-columns'
import type { AuditFilter } from './audit-filter'
import { namedOperation } from './audit-list'
import { sourcesOf } from './audit-sources'

/** Lines that agree in all facts that a filter can choose. */
interface Group {
  readonly type: string
  readonly table: string | null
  readonly origin: string | null
  readonly email: string | null
  readonly actorKind: ActorKind | null
  readonly actorId: string | null
  readonly actorTitle: string | null
  readonly count: number
}

/** Choices that a filter lists at most. */
const choicesMax = 100

/** Counts the changes behind each choice of each filter, under the other filters. */
export async function countAudit(store: MetaStore, filter: AuditFilter): Promise<AuditCounts> {
  const { who, origin, type, table } = filter
  const open = { ...filter, who: undefined, origin: undefined, type: undefined, table: undefined, perChange: true }
  const groups = await groupsOf(store, open)
  const matches: Readonly<Record<'type' | 'origin' | 'table' | 'who', (group: Group) => boolean>> = {
    type: (group) => type === undefined || group.type === type,
    origin: (group) => origin === undefined || group.origin === origin,
    table: (group) => table === undefined || group.table === table,
    who: (group) => who === undefined || keyOf(actorOf(group)) === keyOf(who),
  }
  const names = Object.keys(matches) as (keyof typeof matches)[]
  /** Groups under all filters but one. */
  const under = (but?: keyof typeof matches): readonly Group[] =>
    groups.filter((group) => names.every((name) => name === but || matches[name](group)))
  const choices = (but: 'type' | 'origin' | 'table'): AuditCounts['types'] =>
    summed(under(but), (group) => group[but]).map(([value, count]) => ({ value, count }))
  return {
    count: sum(under()),
    types: choices('type'),
    origins: choices('origin'),
    tables: choices('table'),
    people: peopleOf(under('who')).map((each) =>
      filter.scope?.hidesViews === true && each.kind !== null && visitors.has(each.kind)
        ? { ...each, label: null }
        : each,
    ),
  }
}

async function groupsOf(store: MetaStore, filter: AuditFilter): Promise<readonly Group[]> {
  const sources = await sourcesOf(store, filter)
  const found = await Promise.all(
    sources.map(({ log, operation, where, params }) => {
      const columns = ['table_name', 'origin', 'email', 'actor_kind', 'actor_id']
      // A word of ours in place of a column can't be grouped by.
      const group = [...(operation.startsWith("'") ? [] : [operation]), ...columns].join(', ')
      return store.read(
        `SELECT ${operation}, ${columns.join(', ')}, max(actor_title), count(*) FROM ${log} WHERE ${where} GROUP BY ${group}`,
        params,
        { lane: 'likelyShort' },
      )
    }),
  )
  return found.flat().map(([operation, ...rest]): Group => {
    const [table, origin, email, kind, actorId, actorTitle] = rest.map((value) =>
      value === null ? null : String(value),
    )
    return {
      type: namedOperation(String(operation)).split('/', 1)[0] ?? '',
      table: table ?? null,
      origin: origin ?? null,
      email: email ?? null,
      actorKind: actorKinds.find((each) => each === kind) ?? null,
      actorId: actorId ?? null,
      actorTitle: actorTitle ?? null,
      count: Number(rest.at(-1)),
    }
  })
}

function actorOf({ actorId, email }: Group): AuditActor {
  if (actorId !== null) return { id: actorId }
  return email === null ? { nobody: true } : { person: email }
}

const keyOf = (who: AuditActor): string =>
  'id' in who ? `id ${who.id}` : 'person' in who ? `person ${who.person}` : 'nobody'

function peopleOf(groups: readonly Group[]): AuditCounts['people'] {
  const byActor = Map.groupBy(groups, (group) => keyOf(actorOf(group)))
  return [...byActor.values()]
    .flatMap((some) => {
      const [first] = some
      if (first === undefined) return []
      const who = actorOf(first)
      const label = 'id' in who ? (some.find(({ actorTitle }) => actorTitle !== null)?.actorTitle ?? null) : first.email
      const kind = 'nobody' in who ? null : first.actorKind
      return [{ who, kind, label, count: sum(some) }]
    })
    .toSorted((one, other) => other.count - one.count)
    .slice(0, choicesMax)
}

/** Returns the counts of each value, the largest first. */
function summed(groups: readonly Group[], valueOf: (group: Group) => string | null): [string, number][] {
  const counts = new Map<string, number>()
  for (const group of groups) {
    const value = valueOf(group)
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + group.count)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).slice(0, choicesMax)
}

const sum = (groups: readonly Group[]): number => groups.reduce((total, { count }) => total + count, 0)
