import { defaultDbAlias, errorToastMs } from '@common/constants'
import type { WireImportStatus } from '@common/operations/imports'
import { invalidateProject, isApiError, sentenceOf, operationKey, queryClient } from '@renderer/api'
import { recordChange, rowsWritten, sayDone, undoLog } from '@renderer/features/undo'
import { sentence, serverSentence, type Sentence } from '@renderer/i18n'
import {
  forgetRun,
  goTo,
  keepRun,
  savedRuns,
  nextFocus,
  notifications,
  toast,
  useUsers,
  type ImportRun,
} from '@renderer/stores'
import * as api from './import-api'
import { imports } from './import-store'

/** Polls the progress of an import, first soon, then once a second. */
const firstAskMs = 250
const longestAskMs = 1_000
/** Retry delay if the server doesn't respond. */
const awayAskMs = 3_000

const followed = new Set<string>()

/** Resumes tracking of imports that continued during a page reload. */
export function followSavedImports(): void {
  for (const run of savedRuns()) followImport(run)
}

/** Reports the progress of an import until it ends, on every page. */
export function followImport(run: ImportRun, first?: WireImportStatus): void {
  if (followed.has(run.id)) return
  followed.add(run.id)
  keepRun(run)
  const line = notifications.push({
    type: sentence('imports.run.type'),
    module: sentence('imports.run.module'),
    title: sentence('imports.run.title', { file: run.name }),
    progress: { percent: first?.percent, detail: sentence('imports.run.begins') },
  })
  void follow(run, line, first).finally(() => {
    followed.delete(run.id)
  })
}

async function follow(run: ImportRun, line: number, first: WireImportStatus | undefined): Promise<void> {
  const begunAt = location.hash
  let isCancelling = false
  const stop = (): void => {
    isCancelling = true
    notifications.progress(line, { percent: undefined, detail: sentence('imports.run.cancelling') })
    api.cancel(run.projectId, run.id).catch((error: unknown) => {
      isCancelling = false
      toast.error(sentence('imports.run.cancelFailed', { file: run.name }), { detail: sentenceOf(error) })
    })
  }
  let status = first
  for (let waitMs = firstAskMs; ; waitMs = Math.min(longestAskMs, waitMs * 1.5)) {
    if (status && hasEnded(status)) return tellEnd(run, line, status, begunAt)
    if (status && !isCancelling)
      notifications.progress(line, { percent: Math.floor(status.percent), detail: detailOf(status), cancel: stop })
    await pause(waitMs)
    try {
      status = await api.statusOf(run.projectId, run.id)
    } catch (error) {
      if (isApiError(error) && (error.status === 0 || error.status >= 500 || error.status === 429)) {
        await pause(awayAskMs)
        continue
      }
      return tellLost(run, line, error)
    }
  }
}

const hasEnded = ({ state }: WireImportStatus): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled'

function detailOf({ state, read, percent }: WireImportStatus): Sentence {
  if (state === 'finishing') return sentence('imports.run.finishing')
  return sentence('imports.run.detail', { count: read, percent: Math.floor(percent) })
}

/** Reports a lost import: the server restarted, or another user signed in. */
function tellLost(run: ImportRun, line: number, error: unknown): void {
  // After a sign-out, tracking resumes with the next sign-in.
  if (useUsers.getState().token === null) return notifications.settle(line, 'error')
  forgetRun(run.id)
  const isGone = isApiError(error, 'IMPORT_NOT_FOUND')
  const reason = isGone ? sentence('imports.run.interrupted') : sentenceOf(error)
  const title = sentence('imports.run.failed', { file: run.name })
  notifications.settle(line, 'error', reason, { title })
  toast.error(title, { detail: reason, durationMs: errorToastMs })
}

/** @param begunAt  place at the start. If the user has moved on, the import doesn't navigate */
async function tellEnd(run: ImportRun, line: number, status: WireImportStatus, begunAt: string): Promise<void> {
  forgetRun(run.id)
  if (status.state === 'cancelled') {
    const title = sentence('imports.run.cancelled', { file: run.name })
    notifications.settle(line, 'success', undefined, { title })
    toast.info(title)
    return
  }
  if (status.state === 'failed') {
    const title = sentence('imports.run.failed', { file: run.name })
    const { error } = status
    const detail = error ? serverSentence(error.msg, error.message) : undefined
    notifications.settle(line, 'error', detail, { title })
    toast.error(title, { detail, durationMs: errorToastMs })
    return
  }
  readAnew(run.projectId, status)
  const title = doneSentence(status)
  const [table] = status.tables
  const isUndoable = recordUndo(run, status)
  const isStillThere = location.hash === begunAt && begunAt.startsWith(`#/nc/${encodeURIComponent(run.projectId)}`)
  if (table && (isStillThere || (table.created && (await isNothingOpen(run.projectId)))))
    openTable(run.projectId, table.table)
  const open = table && { label: sentence('imports.run.open'), run: () => openTable(run.projectId, table.table) }
  if (status.failed > 0) {
    const show = {
      label: sentence('imports.run.showFailed'),
      run: () => imports.showFailures({ projectId: run.projectId, importId: run.id, name: run.name }),
    }
    const reason = sentence('imports.run.rowsFailed', { count: status.failed })
    notifications.settle(line, 'success', reason, { title, action: show })
    toast.info(title, { detail: reason, action: show })
  } else {
    notifications.settle(line, 'success', undefined, { title, ...(open ? { action: open } : {}) })
    if (isUndoable && isStillThere) sayDone(run.projectId, title)
    else toast.success(title, { durationMs: errorToastMs * 2, ...(open ? { action: open } : {}) })
  }
}

/**
 * Records the import as one undo step. Undo moves new tables and records to the trash and restores changed values.
 *
 * @returns false if it can't be undone: too many rows, or a table without a key
 */
function recordUndo({ projectId }: ImportRun, status: WireImportStatus): boolean {
  const label = doneSentence(status)
  if (status.change === null) undoLog.recordFinal(projectId, { label, final: sentence('imports.run.notUndoable') })
  else
    recordChange(
      projectId,
      { label, undone: sentence('imports.run.undone', { target: targetOf(status) }) },
      status.change,
    )
  return status.change !== null
}

/** Target of the import: a table's title, or the number of tables. */
const targetOf = ({ tables, name }: WireImportStatus): Sentence =>
  tables.length === 1 ? (tables[0]?.title ?? name) : sentence('imports.run.tables', { count: tables.length })

/** Returns the result in numbers and names, such as "Imported 1,000,000 records into Customers". */
function doneSentence(status: WireImportStatus): Sentence {
  const { created, updated, skipped } = status
  const target = targetOf(status)
  if (updated === 0 && skipped === 0) return sentence('imports.run.done', { count: created, table: target })
  const parts = [
    sentence('imports.run.added', { count: created }),
    ...(updated > 0 ? [sentence('imports.run.updated', { count: updated })] : []),
    ...(skipped > 0 ? [sentence('imports.run.skipped', { count: skipped })] : []),
  ]
  return sentence('imports.run.doneByKey', { table: target, parts })
}

/** Lists of tables, columns, counts and rows are as they were before. */
function readAnew(projectId: string, { tables }: WireImportStatus): void {
  invalidateProject(queryClient, projectId, ['schema', 'rows', 'trash'])
  if (tables.every(({ created }) => created)) return
  rowsWritten.tell(projectId)
}

function openTable(projectId: string, tableName: string): void {
  const query = new URLSearchParams({ name: tableName, type: 'table', dbalias: defaultDbAlias })
  // The tab takes its title from the list of tables.
  const list = { queryKey: operationKey('tableList', {}, projectId) }
  void queryClient.refetchQueries(list).then(() => {
    void goTo(`/nc/${encodeURIComponent(projectId)}?${query}`)
    nextFocus.ask({ table: tableName })
  })
}

/** True if the project is on screen with no table open: the first table then opens automatically. */
async function isNothingOpen(projectId: string): Promise<boolean> {
  if (!location.hash.startsWith(`#/nc/${encodeURIComponent(projectId)}`)) return false
  const { useTabs } = await import('@renderer/features/tabs')
  return useTabs.getState().tabs.length === 0
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
