import { isLinkType } from '@common/columns/questions'
import type { Column } from '@common/model'
import { ownValue } from '@common/util/own-value'
import { PeopleProvider } from '@renderer/cells'
import { formatNumber, sentence, useTranslation } from '@renderer/i18n'
import { copyableLink, toast } from '@renderer/stores'
import { copyText, IconButton, Menu, MenuDivider, MenuItem } from '@renderer/ui'
import type { Bounds } from '@renderer/ui'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { FollowBell } from '../comments/FollowBell'
import { useRecordChange } from '../history/use-record-change'
import { RecordFrame } from './RecordFrame'
import type { DataGridColumn } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import { LinkEditor } from '../links/LinkEditor'
import { recordLabel } from '../links/linked'
import { useLinkLabels } from '../links/use-link-labels'
import { problemSentence } from '../writes/problem-sentence'
import { GridSessionProvider, type GridSession } from '../session/session'
import { usePeople } from '../session/use-people'
import { rowIdOf } from '../rows/row-key'
import { addressOf } from './record-address'
import { RecordAbout, type RecordView } from './RecordAbout'
import { RecordFields } from './RecordFields'
import styles from './record.module.css'
import { placeOfLine, steppedLine } from './stepped-line'
import { useModelVersion } from './use-model-version'

export interface RecordPanelProps {
  readonly session: GridSession
  /** Holds the record: the grid's own, or one for a record that the view does not show. */
  readonly model: GridModel
  readonly row: number
  /** True if the view contains the row, so that it has a position and neighbours. */
  readonly inView: boolean
  readonly shown: RecordView
  readonly onShow: (shown: RecordView) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onDuplicate: (() => void) | undefined
  readonly onDelete: (() => void) | undefined
  readonly onClose: () => void
}

/** One record beside its grid: fields, comments, history and links. */
export function RecordPanel(props: RecordPanelProps) {
  const { session, model, row, inView, shown, onShow, onMove, onClose } = props
  const { projectId, permissions, grid, notes, readOnly } = session
  const { t } = useTranslation()
  const version = useModelVersion(model)
  const [linking, setLinking] = useState<{ column: DataGridColumn; field: HTMLElement; typed: string | undefined }>()
  const [scrolled, setScrolled] = useState(0)
  const body = useRef<HTMLDivElement>(null)
  useLinkLabels(projectId, model.table, model, grid)
  const people = usePeople(projectId, model.table, permissions, readOnly === undefined)
  const { table } = model
  const draft = model.draftAt(row)
  const held = model.rowAt(row)
  const rowId = draft || held === undefined ? undefined : rowIdOf(table, held)
  const stamp = held === undefined ? '' : JSON.stringify(held)
  const mayRead = permissions.has('row.history') && rowId !== undefined
  const change = useRecordChange(projectId, table.name, mayRead ? rowId : undefined, stamp)
  const name = held === undefined ? '' : recordLabel(table, held, model.reader)
  const title = draft ? t('record.new') : name === '' ? t('record.unnamed') : name

  useWholeRecord(model, row, rowId)
  useEffect(() => {
    setLinking(undefined)
    body.current?.scrollTo({ top: 0 })
    // The focused field belonged to the previous record.
    if (document.activeElement === document.body) body.current?.closest<HTMLElement>('[data-record-panel]')?.focus()
  }, [rowId])

  const restore = async (column: Column, value: string | number | boolean | null): Promise<void> => {
    const parsed = model.parse({ kind: 'json', value }, column)
    if (!held) return
    if (!parsed.ok) toast.error(sentence('history.notRestored'), { detail: problemSentence(parsed.problem, column) })
    else await model.write(held, column, parsed.value, model.textOf(parsed.value, column))
  }
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, altKey, ctrlKey, metaKey, target } = event
    const writes = target instanceof HTMLElement && target.matches('input, textarea, [contenteditable="true"]')
    const steps = altKey || ((ctrlKey || metaKey) && !writes)
    if (key === 'Escape') onClose()
    else if (steps && inView && (key === 'ArrowUp' || key === 'ArrowDown')) onMove(key === 'ArrowUp' ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const boundsOf = (): Bounds | undefined => {
    const box = linking?.field.getBoundingClientRect()
    return box && { x: box.x, y: box.y, width: box.width, height: box.height }
  }

  return (
    <RecordFrame
      label={t('record.of', { record: title })}
      body={body}
      onKeyDown={press}
      onScroll={() => setScrolled((before) => before + 1)}
      about={
        held !== undefined &&
        rowId !== undefined && (
          <RecordAbout
            session={session}
            model={model}
            row={held}
            rowId={rowId}
            shown={shown}
            onShow={onShow}
            version={stamp}
            historyCount={change.count}
            onRestore={restore}
          />
        )
      }
      head={<RecordHead panel={props} rowId={rowId} />}
    >
      {/* A record that the view does not show has a model of its own. */}
      <GridSessionProvider value={model === session.model ? session : { ...session, model }}>
        <PeopleProvider people={people}>
          <RecordFields
            key={draft ? `draft ${row}` : (rowId ?? `row ${row}`)}
            session={session}
            model={model}
            row={row}
            title={title}
            subtitle={change.last ? t('record.changed', { table: table.title, ...change.last }) : table.title}
            onLink={(column, field, typed) => {
              if (draft && isLinkType(column.column)) notes.say(t('grid.links.draft'))
              else setLinking({ column, field, typed })
            }}
          />
        </PeopleProvider>
      </GridSessionProvider>
      {linking && (
        <LinkEditor
          projectId={projectId}
          model={model}
          cell={{ column: 0, row }}
          column={linking.column}
          typed={linking.typed}
          mayChange={readOnly === undefined}
          mayCreate={permissions.has('row.create')}
          boundsOf={boundsOf}
          scrolled={scrolled + version}
          onDone={() => {
            setLinking(undefined)
            linking.field.focus()
          }}
        />
      )}
    </RecordFrame>
  )
}

interface RecordHeadProps {
  readonly panel: RecordPanelProps
  /** Undefined for a new record, and while the record loads. */
  readonly rowId: string | undefined
}

/** The line above a record: its position in the view, its state and its commands. */
function RecordHead({ panel, rowId }: RecordHeadProps) {
  const { session, model, row, inView, onMove, onDuplicate, onDelete, onClose } = panel
  const { projectId, permissions } = session
  const { table } = model
  const { t } = useTranslation()
  const drawn = session.drawn?.current
  const draft = model.draftAt(row)
  const staged = draft ? undefined : model.stagedAt(row)
  const mayComment = permissions.has('row.comment') && rowId !== undefined
  const share = (): void => {
    if (rowId === undefined) return
    const view = session.view.view?.id
    const place = { project: projectId, table: table.name, record: rowId, view }
    copyText(copyableLink(place, addressOf(table, view, rowId))).then(
      () => toast.success(sentence('record.linkCopied')),
      () => toast.error(sentence('record.linkNotCopied')),
    )
  }
  const count = model.rows.count
  const of = count === undefined || !Number.isFinite(count) ? t('record.many') : formatNumber(count)
  return (
    <>
      {inView && (
        <>
          <IconButton
            icon="chevronUp"
            size="xs"
            label={t('record.previous')}
            keys="Alt+ArrowUp"
            disabled={steppedLine(row, -1, drawn, model.rowCount) === undefined}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon="chevronDown"
            size="xs"
            label={t('record.next')}
            keys="Alt+ArrowDown"
            disabled={steppedLine(row, 1, drawn, model.rowCount) === undefined}
            onClick={() => onMove(1)}
          />
        </>
      )}
      <span className={styles.position}>
        {draft
          ? t('record.notStored')
          : inView
            ? t('record.position', { at: formatNumber(placeOfLine(row, drawn) + 1), of })
            : t('record.outside')}
      </span>
      {staged !== undefined && <span className={styles.staged}>{t(`staged.notes.${staged}`)}</span>}
      <span className={styles.spacer} />
      {rowId !== undefined && <IconButton icon="link" size="xs" label={t('record.copyLink')} onClick={share} />}
      {mayComment && <FollowBell key={rowId} projectId={projectId} table={table.name} rowId={rowId} />}
      {(onDuplicate ?? onDelete) && rowId !== undefined && (
        <Menu align="end" target={<IconButton icon="more" size="xs" label={t('record.more')} />}>
          <MenuItem icon="link" onClick={share}>
            {t('record.copyLink')}
          </MenuItem>
          {onDuplicate && (
            <MenuItem icon="duplicate" onClick={onDuplicate}>
              {t('record.rows.duplicate', { count: 1 })}
            </MenuItem>
          )}
          {onDelete && (
            <>
              <MenuDivider />
              <MenuItem icon="trash" danger onClick={onDelete}>
                {t('grid.menu.deleteRow')}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      <IconButton icon="close" size="xs" label={t('record.close')} onClick={onClose} />
    </>
  )
}

/** Fetches a record again if the cache evicted it, or if it arrived without its hidden fields. */
function useWholeRecord(model: GridModel, row: number, rowId: string | undefined): void {
  const held = model.rowAt(row)
  const missing = model.draftAt(row) === undefined && held === undefined && row < model.rows.length
  const incomplete =
    rowId !== undefined && model.table.columns.some((column) => (held && ownValue(held, column.title)) === undefined)
  const readMissing = useEffectEvent((): void => {
    if (missing) model.rows.show(row, row + 1)
    else if (incomplete && held) model.readAgain(held).catch(() => undefined)
  })
  // Runs once for each record: the server doesn't have the remaining values.
  useEffect(() => readMissing(), [model, row, missing, incomplete])
}
