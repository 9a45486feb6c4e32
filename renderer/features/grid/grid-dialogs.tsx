import { useTranslation } from '@renderer/i18n'
import { ConfirmDialog, Dialog } from '@renderer/ui'
import styles from './grid.module.css'
import type { RefusedPaste } from './paste-plan'
import { problemSentence } from './problem-sentence'

interface Answer {
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly loading: boolean
}

/** Several records cannot be brought back yet: asked first. */
export function DeleteRowsDialog({ count, ...answer }: Answer & { readonly count: number }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      opened
      title={t('grid.deleteRows.title', { count })}
      action={t('grid.deleteRows.action', { count })}
      onSubmit={answer.onConfirm}
      onClose={answer.onClose}
      loading={answer.loading}
    >
      <p>{t('grid.deleteRows.text')}</p>
    </ConfirmDialog>
  )
}

/** Pasting past the last record: new ones are offered, never made unasked. */
export function PasteRowsDialog(props: Answer & { readonly updates: number; readonly creates: number }) {
  const { updates, creates, onConfirm, onClose, loading } = props
  const { t } = useTranslation()
  return (
    <Dialog
      opened
      width={400}
      title={t('grid.pasteRows.title', { count: creates })}
      action={t('grid.pasteRows.action', { count: creates })}
      onSubmit={onConfirm}
      onClose={onClose}
      loading={loading}
    >
      <p>{updates > 0 ? t('grid.pasteRows.withUpdates', { count: updates }) : t('grid.pasteRows.onlyNew')}</p>
    </Dialog>
  )
}

const shownAtMost = 50

/** Values that were not pasted, each with its reason. */
export function RefusedPasteDialog(props: { readonly refused: readonly RefusedPaste[]; readonly onClose: () => void }) {
  const { refused, onClose } = props
  const { t } = useTranslation()
  return (
    <Dialog
      opened
      title={t('grid.refusedPaste.title', { count: refused.length })}
      action={t('grid.refusedPaste.action')}
      onSubmit={onClose}
      onClose={onClose}
    >
      <p>{t('grid.refusedPaste.text')}</p>
      <ul className={styles.list}>
        {refused.slice(0, shownAtMost).map(({ row, column, text, problem }) => (
          <li key={`${row} ${column.name}`}>
            {t('grid.refusedPaste.line', {
              row: row + 1,
              text: text.length > 40 ? `${text.slice(0, 40)}…` : text,
              reason: problemSentence(problem, column),
            })}
          </li>
        ))}
        {refused.length > shownAtMost && <li>{t('grid.refusedPaste.more', { count: refused.length - shownAtMost })}</li>}
      </ul>
    </Dialog>
  )
}
