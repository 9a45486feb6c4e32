import type { StoredValue } from '@common/columns/column-type'
import { createQueue } from '@common/util/queue'
import { metaTables, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { logId } from '@main/lib/log-id'
import { Lru } from '@main/lib/lru'
import { inputsOf, type RowsChanged } from './input'
import type { AutomationRepository, NewRun, StoredAutomation } from './repository'

/** Queues runs for changes of records. */
export interface AutomationListener {
  readonly onRows: (event: RowsChanged) => void
  /** Remembers that an automation makes a change, to find loops. */
  readonly made: (changeId: string, depth: number) => void
  /** Resolves when the runs of all changes so far are stored. */
  readonly stored: () => Promise<void>
}

export interface ListenerOptions {
  readonly store: MetaStore
  readonly repository: AutomationRepository
  readonly clock: Clock
  readonly ids: Ids
  readonly json: (value: StoredValue) => unknown
  /** Called after runs were queued. */
  readonly queued: () => void
  readonly report: (error: unknown) => void
}

const changesRemembered = 10_000
const projectsCached = 1_000
const keyCharacters = 200
const retryMs = 1_000
const attemptsMax = 60

export function createAutomationListener(options: ListenerOptions): AutomationListener {
  const { store, repository, clock, ids, report } = options
  const depths = new Lru<string, number>(changesRemembered)
  const cache = new Lru<string, { readonly version: number; readonly list: readonly StoredAutomation[] }>(
    projectsCached,
  )
  /** One after the other: runs of a record have the order of its changes. */
  const { run: inOrder, settled } = createQueue()
  let count = 0

  const active = async (projectId: string): Promise<readonly StoredAutomation[]> => {
    const version = store.version(metaTables.automations)
    const known = store.exclusive ? cache.get(projectId) : undefined
    if (known?.version === version) return known.list
    const list = await repository.active(projectId)
    cache.set(projectId, { version, list })
    return list
  }

  const runsOf = (event: RowsChanged, list: readonly StoredAutomation[]): NewRun[] => {
    const matching = list.filter((each) => isTriggered(each, event))
    if (matching.length === 0) return []
    const depth = event.change === undefined ? 0 : (depths.get(event.change) ?? 0)
    const createdAt = clock.now().toISOString()
    return inputsOf(event, options.json).flatMap(({ input, key, changed }) =>
      matching
        .filter(({ trigger }) => concerns(trigger.columns, event.kind, changed))
        .map(({ id }): NewRun => ({
          id: logId(clock.now().getTime(), (count += 1), ids.hex(4)),
          automationId: id,
          recordKey: `${input.table.slice(0, 50)} ${key}`.slice(0, keyCharacters),
          input,
          depth,
          createdAt,
        })),
    )
  }

  const queue = async (event: RowsChanged): Promise<void> => {
    let runs: readonly NewRun[] | undefined
    for (let attempt = 1; ; attempt += 1) {
      try {
        const list = await active(event.projectId)
        runs ??= runsOf(event, list)
        // An automation may be deleted before a retry.
        const left = runs.filter(({ automationId }) => list.some(({ id }) => id === automationId))
        if (left.length === 0) return
        await repository.add(left)
        options.queued()
        return
      } catch (error) {
        // The meta store may be away for a while. Later changes wait, so that their order stays.
        if (attempt === attemptsMax) throw error
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
      }
    }
  }

  return {
    onRows: (event) => {
      const known = store.exclusive ? cache.get(event.projectId) : undefined
      const isQuiet = known?.list.length === 0 && known.version === store.version(metaTables.automations)
      if (!isQuiet) inOrder(() => queue(event)).catch(report)
    },
    made: (changeId, depth) => depths.set(changeId, depth),
    stored: settled,
  }
}

const kinds = { created: 'create', form: 'create', changed: 'update', deleted: 'delete' } as const

const isTriggered = ({ trigger: { kind, table } }: StoredAutomation, event: RowsChanged): boolean =>
  table === event.table.name && kinds[kind] === event.kind && (kind !== 'form' || event.why === 'form')

/** Updates that change no value start nothing. */
const concerns = (columns: readonly string[], kind: RowsChanged['kind'], changed: readonly string[]): boolean =>
  kind !== 'update' || (columns.length === 0 ? changed.length > 0 : columns.some((name) => changed.includes(name)))
