import { usePageCommand } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { sqlDesk, sqlTextMinPx, useSqlClient, type SqlSheet } from '@renderer/stores'
import { ConfirmDialog, ResizeEdge, useLatest } from '@renderer/ui'
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { newQueryCommand } from './commands'
import type { KnownSchema } from './editor/completions'
import type { SqlLanguageFacts } from './editor/languages'
import { SqlEditor, type SqlEditorHandle } from './editor/SqlEditor'
import { LibraryPanel } from './library/LibraryPanel'
import { SaveDialog } from './library/SaveDialog'
import { useSaveQuery } from './library/use-saved'
import { ParametersDialog } from './ParametersDialog'
import { QueryBar, type Library } from './QueryBar'
import { closeSheet, isUnsavedSheet, QueryTabs } from './QueryTabs'
import { problemMarks } from './problems'
import { ResultPane } from './results/ResultPane'
import { isRunning, runs, useRuns } from './runs'
import styles from './sql.module.css'
import { useQuery } from './use-query'
import { WritesDialog } from './WritesDialog'
import type { ResultPart } from './results/types'

export interface QueryDeskProps {
  readonly projectId: string
  /** The query in front. */
  readonly sheet: SqlSheet
  readonly language: SqlLanguageFacts
  readonly schema: KnownSchema
  /** Name of the database, for users. */
  readonly database: string
  readonly isProduction: boolean
  readonly mayWrite: boolean
  readonly mayMakeViews: boolean
  readonly onRowsWritten: () => void
}

/** The open queries, the text of the one in front, and its results below. */
export function QueryDesk(props: QueryDeskProps) {
  const { projectId, sheet, language, schema, database, isProduction, mayWrite } = props
  const { t } = useTranslation()
  const panelId = useId()
  const editor = useRef<SqlEditorHandle>(null)
  const [part, setPart] = useState<ResultPart>()
  const [library, setLibrary] = useState<Library>()
  const [closing, setClosing] = useState<SqlSheet>()
  const { edit, flush } = useTypedText(projectId, sheet)
  const save = useSaveQuery(projectId)
  const run = useRuns((state) => state.runs[sheet.id])
  const query = useQuery({
    ...props,
    editor,
    flush,
    onBegin: (begun) => setPart(begun === 'plan' ? 'plan' : undefined),
  })

  const view = run?.view
  const base = run?.base ?? 0
  useEffect(() => {
    editor.current?.mark(view === undefined ? [] : problemMarks(view, base, editor.current.text(), language.syntax))
  }, [view, base, language, sheet.id])

  const finished = view !== undefined && view.state !== 'running' && view.mode === 'write' ? view.run : undefined
  const { onRowsWritten } = props
  const latestWritten = useLatest(onRowsWritten)
  useEffect(() => {
    if (finished !== undefined) latestWritten.current()
  }, [finished, latestWritten])

  const saveNow = (): void => {
    flush()
    const now = sqlDesk.active(projectId)
    if (now) save.ask({ ...now, title: now.title ?? '' })
  }
  const close = (closed: SqlSheet): void => {
    flush()
    if (isUnsavedSheet(closed) && closed.text.trim() !== '') setClosing(closed)
    else closeSheet(projectId, closed.id)
  }
  useQueryCommands({ ...query, save: saveNow, open: () => sqlDesk.open(projectId) }, isRunning(run))

  return (
    <>
      <QueryBar
        database={database}
        isProduction={isProduction}
        isRunning={isRunning(run)}
        mayWrite={mayWrite}
        library={library}
        onLibrary={setLibrary}
        onRun={query.run}
        onRunAll={query.runAll}
        onCancel={query.cancel}
        onFormat={() => void query.format()}
        onExplain={query.explain}
        onSave={saveNow}
      >
        <QueryTabs projectId={projectId} active={sheet.id} panelId={panelId} onClose={close} />
      </QueryBar>
      <div className={styles.desk} id={panelId} role="tabpanel" aria-label={t('sql.sheet.panel')}>
        <div className={styles.work}>
          <TextPane>
            <SqlEditor
              key={sheet.id}
              ref={editor}
              id={sheet.id}
              text={sheet.text}
              language={language}
              label={t('sql.editor.label')}
              schema={() => schema}
              onChange={edit}
              onSelection={noSelection}
              keys={{ 'Mod-Enter': query.run, 'Shift-Mod-Enter': query.runAll }}
            />
          </TextPane>
          <ResultPane
            {...props}
            run={run}
            part={part}
            onPart={setPart}
            onGoTo={(span) => editor.current?.goTo(span)}
            onApplied={({ sql, base: from, parameters, mode }) =>
              void runs.start(projectId, sheet.id, { sql, base: from, parameters, mode, timeLimitMs: undefined })
            }
          />
        </div>
        {library && (
          <LibraryPanel
            syntax={language.syntax}
            mayMakeTables={props.mayMakeViews}
            projectId={projectId}
            library={library}
            onLibrary={setLibrary}
            onInsert={(text) => {
              const at = editor.current?.selection()
              editor.current?.replace(text, at)
              editor.current?.focus()
            }}
          />
        )}
      </div>
      {save.asked && <SaveDialog projectId={projectId} asked={save.asked} onClose={save.end} />}
      {query.question?.kind === 'parameters' && (
        <ParametersDialog
          projectId={projectId}
          names={query.question.names}
          variables={query.question.variables}
          before={sheet.values ?? {}}
          onRun={query.question.go}
          onClose={query.answerNo}
        />
      )}
      {query.question?.kind === 'writes' && (
        <WritesDialog
          statements={query.question.statements}
          database={database}
          onRun={query.question.go}
          onClose={query.answerNo}
        />
      )}
      {closing && (
        <ConfirmDialog
          opened
          title={t('sql.close.title')}
          action={t('sql.close.action')}
          onSubmit={() => {
            closeSheet(projectId, closing.id)
            setClosing(undefined)
          }}
          onClose={() => setClosing(undefined)}
        >
          <p>{t('sql.close.text')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const noSelection = (): void => undefined

/** The text over the results, with an edge between them. */
function TextPane({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const { textPx, textResized } = useSqlClient()
  const [dragged, setDragged] = useState<number>()
  const height = Math.max(sqlTextMinPx, dragged ?? textPx)
  return (
    <>
      <div className={styles.text} data-region style={{ height }}>
        {children}
      </div>
      <ResizeEdge
        label={t('sql.editor.resize')}
        className={styles.edge}
        grows="down"
        size={Math.round(height)}
        min={sqlTextMinPx}
        onDrag={setDragged}
        onResize={textResized}
      />
    </>
  )
}

/** Milliseconds after the last key until the text is stored. */
const storeAfterMs = 300

/** Stores what is typed, a moment later, and at the latest when the query is left. */
function useTypedText(projectId: string, { id }: SqlSheet) {
  const typed = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flush = useCallback((): void => {
    clearTimeout(timer.current)
    if (typed.current === undefined) return
    sqlDesk.edit(projectId, id, { text: typed.current })
    typed.current = undefined
  }, [projectId, id])
  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  const edit = (text: string): void => {
    typed.current = text
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, storeAfterMs)
  }
  return { edit, flush }
}

interface QueryCommands {
  readonly run: () => void
  readonly runAll: () => void
  readonly cancel: () => void
  readonly format: () => Promise<void>
  readonly explain: () => void
  readonly save: () => void
  readonly open: () => void
}

/** The same commands for the palette, the help and the keys outside the text. */
function useQueryCommands(commands: QueryCommands, isBusy: boolean): void {
  const { run, runAll, cancel, format, explain, save, open } = commands
  const each = { area: 'edit', inFields: true } as const
  usePageCommand({ ...each, id: 'sql.run', label: 'sql.commands.run', keys: ['Mod+Enter'] }, isBusy ? undefined : run)
  usePageCommand(
    { ...each, id: 'sql.runAll', label: 'sql.commands.runAll', keys: ['Mod+Shift+Enter'] },
    isBusy ? undefined : runAll,
  )
  usePageCommand(
    { ...each, id: 'sql.cancel', label: 'sql.commands.cancel', keys: ['Mod+.'] },
    isBusy ? cancel : undefined,
  )
  usePageCommand(
    { ...each, id: 'sql.format', label: 'sql.commands.format', keys: ['Alt+Shift+F'] },
    () => void format(),
  )
  usePageCommand({ ...each, id: 'sql.explain', label: 'sql.commands.explain', keys: ['Mod+Shift+E'] }, explain)
  usePageCommand({ ...each, id: 'sql.save', label: 'sql.commands.save', keys: ['Mod+S'] }, save)
  usePageCommand(newQueryCommand, open)
}
