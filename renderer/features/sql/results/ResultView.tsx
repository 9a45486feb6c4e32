import { parametersOf } from '@common/sql'
import type { SqlStatementView } from '@common/sql/shapes'
import { sentenceOf } from '@renderer/api'
import { NewQueryTableDialog } from '@renderer/features/query-tables'
import type { GridSelection } from '@renderer/features/records'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Chip, copyText as toClipboard, IconButton, later, SearchField } from '@renderer/ui'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { QueryRun } from '../runs'
import { outcomeOf } from '../words'
import { copyText, selectedRanges } from './copy-result'
import { EditsBar } from './EditsBar'
import { ExportMenu } from './ExportMenu'
import { ResultGrid } from './ResultGrid'
import type { ResultRows } from './result-rows'
import styles from './results.module.css'
import { nothingStaged, type StagedEdits } from './staging'
import type { ResultOrder } from './use-result'
import { ViewDialog } from './ViewDialog'
import type { ResultPaneProps } from './types'

const ResultChart = later(async () => (await import('./ResultChart')).ResultChart)

export interface ResultViewProps extends Omit<ResultPaneProps, 'run' | 'part'> {
  readonly panelId: string
  readonly tabs: ReactNode
  readonly run: QueryRun
  readonly runId: string
  readonly at: number
  readonly statement: SqlStatementView
}

/** Milliseconds after the last key until the result is searched. */
const findAfterMs = 250

/** One result: its rows or a chart of them, and what can be done with it. */
export function ResultView(props: ResultViewProps) {
  const { projectId, panelId, run, runId, at, statement, language } = props
  const { t } = useTranslation()
  const [order, setOrder] = useState<ResultOrder>({ sort: [], filters: [] })
  const [isChart, setChart] = useState(false)
  const [edits, setEdits] = useState<StagedEdits>(nothingStaged)
  const [isMakingView, setMakingView] = useState(false)
  const [rows, setRows] = useState<ResultRows>()
  const sql = run.sql.slice(statement.from, statement.to)
  // A view of the database has no parameters.
  const takesValues = parametersOf(sql, language.syntax).length > 0
  const mayEdit = statement.editable !== null && props.mayWrite && run.mode === 'write' && statement.state === 'done'
  const find = useFind(order, setOrder)

  const copy = (selection: GridSelection, withNames: boolean): void => {
    if (rows === undefined) return
    const ranges = selectedRanges(selection, statement.columns.length, rows.count)
    if (ranges.length === 0) return
    copyText(rows, statement.columns, ranges, withNames, new AbortController().signal)
      .then((text) => toClipboard(text))
      .then(
        () => toast.success(sentence('sql.result.copied')),
        (error: unknown) => toast.error(sentenceOf(error)),
      )
  }
  const columnFilters = order.filters.filter(({ column }) => column !== null)
  return (
    <>
      <div className={styles.head}>
        {props.tabs}
        <span className={styles.outcomeShort} role="status">
          {outcomeOf(statement)}
        </span>
        <div className={styles.tools}>
          <SearchField
            size="sm"
            className={styles.find}
            value={find.text}
            onChange={find.change}
            label={t('sql.result.find')}
          />
          <Button kind="quiet" icon="chart" on={isChart} onClick={() => setChart(!isChart)}>
            {t('sql.chart.chart')}
          </Button>
          {props.mayMakeViews && (
            <Button kind="quiet" icon="table" onClick={() => setMakingView(true)}>
              {t('sql.view.make')}
            </Button>
          )}
          {rows && (
            <ExportMenu
              projectId={projectId}
              run={runId}
              at={at}
              order={order}
              title={props.sheet.title}
              table={statement.editable?.table ?? statement.columns.find(({ origin }) => origin)?.origin?.table}
            />
          )}
        </div>
      </div>
      {columnFilters.length > 0 && (
        <div className={styles.filters} aria-label={t('sql.result.filters')} role="group">
          {columnFilters.map((filter) => (
            <span key={JSON.stringify(filter)} className={styles.filter}>
              <Chip color="blue">
                {t('sql.filter.chip', {
                  column: statement.columns[filter.column ?? 0]?.name ?? '',
                  operator: filter.operator,
                  value: filter.value,
                })}
              </Chip>
              <IconButton
                icon="close"
                size="xs"
                label={t('sql.filter.remove')}
                onClick={() => setOrder({ ...order, filters: order.filters.filter((each) => each !== filter) })}
              />
            </span>
          ))}
        </div>
      )}
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-result-${at}`} className={styles.body}>
        {isChart && rows ? (
          <ResultChart rows={rows} columns={statement.columns} />
        ) : (
          <ResultGrid
            projectId={projectId}
            run={runId}
            at={at}
            statement={statement}
            order={order}
            onOrder={setOrder}
            edits={edits}
            onEdits={mayEdit ? setEdits : undefined}
            onRows={setRows}
            onCopy={copy}
          />
        )}
      </div>
      {mayEdit && (
        <EditsBar
          projectId={projectId}
          runId={runId}
          at={at}
          edits={edits}
          onDiscard={() => setEdits(nothingStaged)}
          onApplied={() => {
            setEdits(nothingStaged)
            props.onApplied(run)
          }}
        />
      )}
      {isMakingView && !takesValues && (
        <ViewDialog projectId={projectId} sql={sql} onClose={() => setMakingView(false)} />
      )}
      {isMakingView && takesValues && (
        <NewQueryTableDialog
          projectId={projectId}
          syntax={language.syntax}
          title={props.sheet.title ?? ''}
          sql={sql}
          onClose={() => setMakingView(false)}
        />
      )}
    </>
  )
}

/** The text that all columns are searched for, as a filter of the order. */
function useFind(order: ResultOrder, onOrder: (order: ResultOrder) => void) {
  const [text, setText] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    text,
    change: (next: string): void => {
      setText(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const others = order.filters.filter(({ column }) => column !== null)
        const wanted = next.trim()
        onOrder({
          ...order,
          filters: wanted === '' ? others : [...others, { column: null, operator: 'contains', value: wanted }],
        })
      }, findAfterMs)
    },
  }
}
