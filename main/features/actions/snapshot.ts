import { message } from '@common/messages'
import type { JobAction } from '@common/operations/actions'
import type { CallOperation } from './call'
import type { ActionOutcome, ActionRun } from './types'

/** Snapshots by the job that took them. */
export interface SnapshotPorts {
  /** Stores which job took a snapshot. Returns the ids of all snapshots of this job, newest first. */
  readonly assign: (projectId: string, id: string, jobId: string) => Promise<readonly string[]>
}

/** Takes a snapshot with the title of the job. Deletes older ones of the job only after the new one is stored. */
export async function takeSnapshot(
  { snapshots, call }: { readonly snapshots: SnapshotPorts; readonly call: CallOperation },
  { keep }: Extract<JobAction, { kind: 'snapshot' }>,
  { context, title, jobId }: ActionRun,
): Promise<ActionOutcome> {
  const { id, tables, rows, bytes } = await call('snapshotTake', { title }, context)
  const old = jobId === undefined ? [] : (await snapshots.assign(context.projectId, id, jobId)).slice(keep)
  for (const each of old) await call('snapshotDelete', { id: each }, context)
  return { summary: message('jobOutcomes.snapshot', { tables, rows, bytes, deleted: old.length }), output: '' }
}
