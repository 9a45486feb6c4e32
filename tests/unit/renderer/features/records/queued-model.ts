import type { Table } from '@common/model'
import { ApiError, client, type CallOptions } from '@renderer/api'
import { GridModel } from '@renderer/features/records/model/grid-model'
import type { GridModelOptions } from '@renderer/features/records/model/grid-model-options'
import { storeDraft } from '@renderer/features/records/drafts/saved-drafts'
import { restRowApi } from '@renderer/features/records/rows/row-api'
import type { Row } from '@renderer/features/records/rows/row-key'
import { queueOfBrowser } from '@renderer/features/records/unsaved/queue-of-browser'
import { unsaved } from '@renderer/stores'
import { vi } from 'vitest'

/** A call of `rowsApply`. */
export interface SentChanges {
  readonly id: string
  readonly changes: readonly Row[]
  readonly anyway: boolean
}

export const away = (): Promise<never> => Promise.reject(new ApiError('SERVER_UNREACHABLE', 'No server', 0, {}))

/** Opens a grid on some records of project `p`. */
export function openStored(table: Table, stored: readonly Row[], parts: Partial<GridModelOptions> = {}): GridModel {
  const model = new GridModel({
    table,
    api: restRowApi('p', table),
    source: {
      rows: (offset, limit) => Promise.resolve(stored.slice(offset, offset + limit)),
      count: () => Promise.resolve(stored.length),
    },
    reader: () => ({ locale: 'en' }),
    search: '',
    sentenceOf: String,
    lost: () => undefined,
    ...parts,
  })
  model.rows.start()
  return model
}

/** Opens a grid on two records, whose edits go through the browser's queue. */
export function openQueued(table: Table): GridModel {
  const stored: Row[] = [
    { Id: 1, Name: 'One', Price: 1 },
    { Id: 2, Name: 'Two', Price: 2 },
  ]
  return openStored(table, stored, {
    queue: queueOfBrowser('p', table.name),
    drafts: storedDrafts(table),
  })
}

/** Stores drafts in the browser. */
export const storedDrafts = (table: Table): NonNullable<GridModelOptions['drafts']> => ({
  saved: (draft, sending, message) => storeDraft('p', table, draft, sending, message),
  gone: (draft) => unsaved.remove(draft.id),
})

/** Resolves when promises that wait for nothing but each other have settled. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}

/** Handles `rowsApply`, the only operation that a test expects, and lists its calls in `sent`. */
export function answerRowsApply(sent: SentChanges[], answer: () => Promise<unknown>): void {
  vi.spyOn(client, 'call').mockImplementation((async (name: string, args: never, { onChange }: CallOptions) => {
    if (name !== 'rowsApply') throw new Error(name)
    sent.push(args)
    const answered = await answer()
    onChange?.(`change ${sent.length}`)
    return answered
  }) as never)
}
