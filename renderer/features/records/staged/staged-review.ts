import { sayDone } from '@renderer/features/undo'
import { sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { create } from 'zustand'
import { commitStaged, type CommitProblem } from './commit'
import { restage, stagedOf } from './staging'

interface Review {
  readonly isOpen: boolean
  readonly isCommitting: boolean
  /** Problems of the last commit. */
  readonly problems: readonly CommitProblem[]
  /** Changes that the last commit left out, since others have deleted their records. */
  readonly skipped: number
}

const closed: Review = { isOpen: false, isCommitting: false, problems: [], skipped: 0 }

/** The list of staged edits that the user reviews. */
export const useStagedReview = create<Review>(() => closed)

export const stagedReview = {
  open: (): void => useStagedReview.setState({ isOpen: true }),
  close: (): void => useStagedReview.setState(closed),
}

/** Commits the staged edits of a project. Opens the list with the reasons if nothing was written. */
export async function commitNow(projectId: string, anyway = false): Promise<void> {
  if (stagedOf(projectId).length === 0) return
  useStagedReview.setState({ isCommitting: true, problems: [], skipped: 0 })
  try {
    const outcome = await commitStaged(projectId, anyway)
    if (outcome?.state === 'done') {
      const { skipped } = outcome
      if (skipped > 0) useStagedReview.setState({ isOpen: true, skipped })
      else stagedReview.close()
      if (outcome.changes > 0) sayDone(projectId, sentence('staged.committed', { count: outcome.changes }))
    } else if (outcome?.state === 'refused') {
      useStagedReview.setState({ isOpen: true, problems: outcome.problems })
    } else if (outcome) toast.error(sentence('staged.unreached'))
  } finally {
    useStagedReview.setState({ isCommitting: false })
  }
}

/** Discards all staged edits of a project, as one undo step. */
export function discardAll(projectId: string): void {
  const batches = stagedOf(projectId)
  const count = batches.length
  restage(
    projectId,
    { label: sentence('staged.discarded', { count }), undone: sentence('staged.back', { count }) },
    new Map(batches.map(({ id }) => [id, undefined])),
  )
  sayDone(projectId, sentence('staged.discarded', { count }))
}
