import { createQueue } from '@common/util/queue'
import type { DataApiPorts } from '../ports'
import type { ChangeEvents } from './change-events'

/** Records the changes of imports and restored records, right after their commits: these writes have many transactions. */
export function recordOthers(
  events: ChangeEvents,
  { outbox, database }: Pick<DataApiPorts, 'outbox' | 'database'>,
  report: (error: unknown) => void,
): void {
  if (outbox === undefined) return
  const { run: inOrder, settled } = createQueue()
  const { signal } = new AbortController()
  events.subscribe((event) => {
    if (event.recorded) return
    const { projectId, table, who, why } = event
    const record = async (): Promise<void> => {
      const watched = await outbox.watched(projectId)
      if (!watched.has(table.name)) return
      const context = { actor: who, signal }
      await events.recorder.addLate({ projectId, database: await database(projectId), context, why }, event)
    }
    inOrder(record).catch(report)
  }, settled)
}
