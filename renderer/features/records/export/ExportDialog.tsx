import { useTranslation } from '@renderer/i18n'
import { Checkbox, Dialog, Segments } from '@renderer/ui'
import { useState, type ReactNode } from 'react'
import { DialogLine } from '../frame/DialogLine'
import { countRows } from '../painter/selection'
import type { GridSession } from '../session/session'
import { useSessionState } from '../session/session-store'
import styles from './export.module.css'
import {
  exportDelimiters,
  exportKinds,
  isOfSeveral,
  plainChoice,
  selectedSpans,
  type ExportChoice,
  type ExportKind,
} from './export-request'
import { runExport } from './run-export'

export interface ExportDialogProps {
  readonly session: GridSession
  /** True if the user opened it from the selection. */
  readonly ofSelection: boolean
  readonly onClose: () => void
}

/** The previous choices, until the window closes. */
let lastChoice: ExportChoice = plainChoice

/** Dialog for the export: format, records, and form of the values. */
export function ExportDialog({ session, ofSelection, onClose }: ExportDialogProps) {
  const { t } = useTranslation()
  const { model, table, view, query } = session
  const selection = useSessionState(session, (state) => state.selection)
  const selected = countRows(selectedSpans(selection, model.rows.length))
  const mayChoose = table.primaryKey.length > 0 && (ofSelection || isOfSeveral(selection, model.rows.length))
  const [choice, setChoice] = useState<ExportChoice>({
    ...lastChoice,
    records: mayChoose && (ofSelection || selection.rows.length > 0) ? 'selected' : 'all',
  })
  const change = (part: Partial<ExportChoice>): void => setChoice((before) => ({ ...before, ...part }))
  const { kind } = choice
  const { count } = model.rows
  const submit = (): void => {
    lastChoice = choice
    onClose()
    void runExport(session, choice)
  }
  return (
    <Dialog
      opened
      width={560}
      focusAction
      title={t('grid.export.title', { view: view.title })}
      action={t('grid.export.action')}
      disabledReason={query.isPending === true ? t('grid.export.pending') : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Line label={t('grid.export.kind')}>
          <Segments
            label={t('grid.export.kind')}
            value={kind}
            onChange={(next: ExportKind) => change({ kind: next, shown: next !== 'json' })}
            options={exportKinds.map((value) => ({ value, label: t(`grid.export.kinds.${value}`) }))}
          />
        </Line>
        {mayChoose && (
          <Line label={t('grid.export.records')}>
            <Segments
              label={t('grid.export.records')}
              value={choice.records}
              onChange={(records) => change({ records })}
              options={[
                {
                  value: 'all',
                  label:
                    count !== undefined && Number.isFinite(count)
                      ? t('grid.export.all', { count })
                      : t('grid.export.allUncounted'),
                },
                { value: 'selected', label: t('grid.export.selected', { count: selected }) },
              ]}
            />
          </Line>
        )}
        {kind !== 'sql' && (
          <Line label={t('grid.export.values')}>
            <Segments
              label={t('grid.export.values')}
              value={choice.shown ? 'shown' : 'raw'}
              onChange={(values) => change({ shown: values === 'shown' })}
              options={[
                { value: 'shown', label: t('grid.export.shown') },
                { value: 'raw', label: t('grid.export.raw') },
              ]}
            />
          </Line>
        )}
        {kind === 'csv' && (
          <Line label={t('grid.export.delimiter')}>
            <Segments
              label={t('grid.export.delimiter')}
              value={choice.delimiter}
              onChange={(delimiter) => change({ delimiter })}
              options={exportDelimiters.map((value) => ({ value, label: t(`grid.export.delimiters.${value}`) }))}
            />
          </Line>
        )}
        {kind === 'csv' && (
          <Line>
            <Checkbox checked={choice.mark} onChange={(mark) => change({ mark })}>
              {t('grid.export.mark')}
            </Checkbox>
          </Line>
        )}
        {kind === 'json' && (
          <Line>
            <Checkbox checked={choice.lines} onChange={(lines) => change({ lines })}>
              {t('grid.export.lines')}
            </Checkbox>
          </Line>
        )}
        {kind === 'sql' && (
          <Line>
            <Checkbox checked={choice.create} onChange={(create) => change({ create })}>
              {t('grid.export.create')}
            </Checkbox>
          </Line>
        )}
        <p className={styles.hint}>{t(`grid.export.hints.${kind}`)}</p>
      </div>
    </Dialog>
  )
}

function Line({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <DialogLine {...(label !== undefined && { label })}>
      <div className={styles.control}>{children}</div>
    </DialogLine>
  )
}
