import { useUsers } from '@renderer/stores'
import type { DraftRow } from './draft-row'

interface KeptDraft {
  readonly draft: DraftRow
  /** The view that it was begun in. */
  readonly view: string | undefined
}

/** Rows that somebody has begun and not finished, by table, while none of its views is on the screen. */
const kept = new Map<string, readonly KeptDraft[]>()

/** Of one person: whoever signs in afterwards sees nothing of them. */
const keyOf = (projectId: string, table: string): string =>
  JSON.stringify([useUsers.getState().user?.email, projectId, table])

export interface DraftPlace {
  readonly projectId: string
  readonly table: string
  readonly view: string | undefined
}

/** Keeps a row for the view of its table that is opened next. */
export function keepDraft({ projectId, table, view }: DraftPlace, draft: DraftRow): void {
  const key = keyOf(projectId, table)
  kept.set(key, [...(kept.get(key) ?? []), { draft, view }])
}

/** Rows that were begun before. In another view they are in no group, which it may not have. */
export function takeDrafts({ projectId, table, view }: DraftPlace): readonly DraftRow[] {
  const key = keyOf(projectId, table)
  const found = kept.get(key) ?? []
  kept.delete(key)
  for (const one of found) if (one.view !== view) one.draft.leaveGroup()
  return found.map(({ draft }) => draft)
}
