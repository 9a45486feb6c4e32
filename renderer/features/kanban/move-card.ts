import type { Column } from '@common/model'
import { createQueue } from '@common/util/queue'
import { rowKey, type GridModel } from '@renderer/features/records'
import { sayDone } from '@renderer/features/undo'
import { sentence, type Sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'

export interface CardMove {
  readonly model: GridModel
  readonly projectId: string
  readonly column: Column
  /** Row of the model. */
  readonly row: number
  /** Display name of the record. */
  readonly name: string
  /** Value and name of the stack. */
  readonly value: unknown
  readonly stack: string
}

/** One at a time: a single undo would take back moves that ran at the same time. */
const moves = createQueue()

/** Gives a record the value of another stack, and shows a toast with undo. Resolves with the server's response. */
export function moveCard(move: CardMove): Promise<void> {
  const { model, projectId, column, name, value, stack } = move
  const lifted = model.rows.rowAt(move.row)
  const send = async (): Promise<void> => {
    if (lifted === undefined) return
    // It may have been moved before, and that stored meanwhile.
    const key = rowKey(model.table, lifted)
    const now = key === undefined ? undefined : model.rows.find((row) => rowKey(model.table, row) === key)
    const held = (now === undefined ? undefined : model.rows.rowAt(now)) ?? lifted
    const parsed = model.parse({ kind: 'json', value }, column)
    const failed = (detail: Sentence): void =>
      void toast.error(sentence('kanban.notMoved', { record: name, stack }), { detail })
    if (!parsed.ok)
      return failed(sentence(`problems.${parsed.problem.problem}`, { column: column.title, ...parsed.problem.params }))
    const label = sentence('kanban.moved', { record: name, stack })
    const write = (): Promise<void> => model.write(held, column, parsed.value, model.textOf(parsed.value, column))
    await (model.api.asOne?.({ label, undone: sentence('kanban.movedBack', { record: name }) }, write) ?? write())
    // The card stays in its new stack; a commit sends the change, or the queue after a reconnect.
    if (model.stages || model.writes.waitsAt(held, column)) return
    const refused = model.writes.refusedAt(held, column)
    if (refused === undefined) return sayDone(projectId, label)
    // A card can't show a value that isn't stored: it moves back, and a message gives the reason.
    model.writes.forgetRefused(held, column)
    failed(refused.message)
  }
  return moves.run(send)
}
