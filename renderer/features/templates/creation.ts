import { limits } from '@common/constants'
import type { OperationOutput } from '@common/operations'
import { client, isApiError, messageOf, sentenceOf } from '@renderer/api'
import { sentence } from '@renderer/i18n'
import { afterProjectCreated, goTo, loadInstallation, nextFocus, notePageEvent, toast } from '@renderer/stores'
import { create } from 'zustand'
import type { TemplateSource } from './template-source'
import { templateToastMs } from './toast-times'

/** Kinds of projects that the menu offers (S2 §2). */
export const templateProjectTypes = ['rest', 'graphql'] as const
export type TemplateProjectType = (typeof templateProjectTypes)[number]

export type RunProgress = OperationOutput<'templateRunRead'>

/** The run that the overlay shows. */
export interface Creation {
  readonly title: string
  readonly kind: 'project' | 'tables'
  readonly run: string
  /** Undefined until the server has answered for the first time. */
  readonly progress: RunProgress | undefined
  readonly isCancelling: boolean
}

/** The template that is being used, if any: one at a time. */
export const useCreation = create<{ readonly current: Creation | undefined }>(() => ({ current: undefined }))

/** Interval of questions about the progress, in milliseconds. */
const askEveryMs = 300

const argsOf = (source: TemplateSource) =>
  source.kind === 'entry' ? { templateId: source.id } : { template: source.template }

/** A name of its own for a run: 32 hexadecimal digits. */
const newRun = (): string => crypto.randomUUID().replaceAll('-', '')

/** Creates and opens a project of a template. Reports a failure in a toast; nothing of the project stays then. */
export async function createProjectOfTemplate(
  source: TemplateSource,
  { type, rows }: { readonly type: TemplateProjectType; readonly rows: boolean },
): Promise<void> {
  const title = [...source.title.trim()].slice(0, limits.nameCharacters).join('')
  const created = await follow(source.title, 'project', (run) =>
    client.call('projectCreate', { title, projectType: type, ...argsOf(source), rows, run }, { silent: true }),
  )
  if (created === undefined) return
  const { id } = created
  // S2 §4: the project info is reloaded, then the user is routed onward.
  const [info, table] = await Promise.all([reloadedInfo(), firstTable(id)])
  await goTo(afterProjectCreated(info, id))
  // Not before: a target waits only some seconds.
  if (table !== undefined) nextFocus.ask({ table })
  useCreation.setState({ current: undefined })
  toast.success(sentence('templates.created', { title: created.title }), { durationMs: templateToastMs })
}

/** The facts of the installation after a new project; the former ones count if they can't be loaded. */
async function reloadedInfo() {
  try {
    return await loadInstallation()
  } catch (error) {
    notePageEvent(`loading the project info failed: ${messageOf(error)}`)
    return null
  }
}

/** The table that a new project opens with: the focus goes to its first cell. */
async function firstTable(projectId: string): Promise<string | undefined> {
  try {
    const tables = await client.call('tableList', {}, { projectId, silent: true })
    return (tables.find(({ type }) => type === 'table') ?? tables[0])?.name
  } catch (error) {
    notePageEvent(`loading the tables of a new project failed: ${messageOf(error)}`)
    return undefined
  }
}

/** Result of an import: the tables, or the names that stopped it. */
export type TablesImport =
  | { readonly kind: 'done'; readonly tables: OperationOutput<'templateTablesCreate'>['tables'] }
  | { readonly kind: 'exist'; readonly names: readonly string[] }
  | { readonly kind: 'failed' }

/** Imports the tables of a template into a project. Nothing is created if one of their names exists. */
export async function importTemplateTables(
  source: TemplateSource,
  projectId: string,
  rows: boolean,
): Promise<TablesImport> {
  const template = argsOf(source)
  try {
    const { existing } = await client.call('templateTablesCheck', template, { projectId, silent: true })
    if (existing.length > 0) return { kind: 'exist', names: existing }
  } catch (error) {
    toast.error(sentence('templates.importFailed', { title: source.title }), { detail: sentenceOf(error) })
    return { kind: 'failed' }
  }
  const imported = await follow(source.title, 'tables', (run) =>
    client.call('templateTablesCreate', { ...template, rows, run }, { projectId, silent: true }),
  )
  useCreation.setState({ current: undefined })
  if (imported === undefined) return { kind: 'failed' }
  const { tables } = imported
  const text =
    tables.length > 0 ? sentence('templates.imported', { count: tables.length }) : sentence('templates.importedNothing')
  toast.success(text, { durationMs: templateToastMs })
  return { kind: 'done', tables }
}

/** Stops the current run. The server rolls everything back, and the pending call then rejects. */
export async function cancelCreation(): Promise<void> {
  const { current } = useCreation.getState()
  if (current === undefined || current.isCancelling) return
  useCreation.setState({ current: { ...current, isCancelling: true } })
  try {
    await client.call('templateRunCancel', { run: current.run }, { silent: true })
  } catch (error) {
    patch(current.run, { isCancelling: false })
    toast.error(sentence('templates.run.notCancelled'), { detail: sentenceOf(error) })
  }
}

function patch(run: string, change: Partial<Creation>): void {
  useCreation.setState(({ current }) => (current?.run === run ? { current: { ...current, ...change } } : {}))
}

/**
 * Makes a call with a run, and follows its progress. The overlay stays after a success, until the user is where the
 * result is.
 *
 * @returns undefined after a failure, which is reported, and after a cancellation
 */
async function follow<T>(
  title: string,
  kind: Creation['kind'],
  call: (run: string) => Promise<T>,
): Promise<T | undefined> {
  const run = newRun()
  useCreation.setState({ current: { title, kind, run, progress: undefined, isCancelling: false } })
  const stop = askForProgress(run)
  try {
    return await call(run)
  } catch (error) {
    useCreation.setState({ current: undefined })
    if (isApiError(error, 'REQUEST_CANCELLED')) toast.info(sentence('templates.run.cancelled', { title }))
    else
      toast.error(sentence(kind === 'project' ? 'templates.createFailed' : 'templates.importFailed', { title }), {
        detail: sentenceOf(error),
      })
    return undefined
  } finally {
    stop()
  }
}

/** @returns ends the questions */
function askForProgress(run: string): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (): Promise<void> => {
    try {
      const progress = await client.call('templateRunRead', { run }, { silent: true })
      if (!isOver && progress.phase !== 'unknown') patch(run, { progress })
    } catch {
      // The call itself reports what fails; without progress, the overlay shows the sentences alone.
    }
    if (!isOver) timer = setTimeout(() => void ask(), askEveryMs)
  }
  timer = setTimeout(() => void ask(), askEveryMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
