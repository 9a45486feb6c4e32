import { data, isApiError } from '@renderer/api'
import { formatBytes, sentence, type Sentence } from '@renderer/i18n'
import { notifications, toast } from '@renderer/stores'
import { saveFile } from '@renderer/ui'
import type { GridSession } from '../session/session'
import { countRows } from '../painter/selection'
import {
  exportParameters,
  exportProblem,
  exportTitle,
  fileForm,
  fileName,
  keysOf,
  selectedSpans,
  type ExportChoice,
} from './export-request'

/** Work longer than this shows its progress. */
const toldAfterMs = 800

/** Creates the file and saves it. Reports progress and outcome. Never throws. */
export async function runExport(session: GridSession, choice: ExportChoice): Promise<void> {
  const { table, view } = session
  const abort = new AbortController()
  const title = view.title
  let bytes = 0
  let work: number | undefined
  const progress = () => ({ percent: undefined, detail: formatBytes(bytes), cancel: () => abort.abort() })
  const timer = setTimeout(() => {
    const words = { type: sentence('grid.export.type'), module: sentence('grid.export.module') }
    work = notifications.push({
      ...words,
      title: sentence('grid.export.running', { view: title }),
      progress: progress(),
    })
  }, toldAfterMs)
  const settle = (status: 'success' | 'error', told: Sentence, reason?: Sentence): void => {
    clearTimeout(timer)
    if (work !== undefined) notifications.settle(work, status, reason, { title: told })
  }
  try {
    const file = await exported(session, choice, abort.signal, (received) => {
      bytes = received
      if (work !== undefined) notifications.progress(work, progress())
    })
    const name = fileName(exportTitle(table.title, title), fileForm(choice).ending, new Date())
    saveFile(file, name)
    const told = sentence('grid.export.done', { name })
    settle('success', told)
    toast.success(told, { detail: formatBytes(file.size) })
  } catch (error) {
    const isCancelled = abort.signal.aborted || isApiError(error, 'CANCELLED')
    const told = sentence(isCancelled ? 'grid.export.cancelled' : 'grid.export.failed', { view: title })
    const reason = isCancelled ? undefined : exportProblem(error)
    settle('error', told, reason)
    if (isCancelled) toast.info(told)
    else toast.error(told, { detail: reason })
  }
}

async function exported(
  session: GridSession,
  choice: ExportChoice,
  signal: AbortSignal,
  received: (bytes: number) => void,
): Promise<Blob> {
  const { projectId, table, model, state, columns } = session
  const spans = choice.records === 'all' ? undefined : selectedSpans(state.getState().selection, model.rows.length)
  // All of them selected are the view.
  const isAll = spans === undefined || countRows(spans) === model.rows.count
  const keys = isAll ? undefined : await keysOf(model, spans, signal)
  const parameters = exportParameters(session, columns, choice, keys)
  return data.file(projectId, [table.title], { parameters, signal, received })
}
