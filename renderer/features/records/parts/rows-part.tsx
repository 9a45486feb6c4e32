import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import { DeleteRowsDialog } from '../frame/grid-dialogs'
import { countRows, rowIsSelected } from '../painter/selection'
import type { GridSession } from '../session/session'
import { useSessionState } from '../session/session-store'
import type { GridPart } from './grid-part'

/** Returns the part for actions on whole rows, with their confirmation dialogs. */
export function useRowsPart(session: GridSession): GridPart {
  const { model, state, mayDeleteRows, actions } = session
  const { t } = useTranslation()
  const selected = useSessionState(session, ({ selection }) => countRows(selection.rows))
  const { question } = actions
  return {
    toolbar: selected > 0 && mayDeleteRows && (
      <Button kind="quiet" danger icon="trash" onClick={() => actions.remove(state.getState().selection.rows)}>
        {t('grid.toolbar.deleteRecords', { count: selected })}
      </Button>
    ),
    cellMenu: ({ row }) => {
      const isNew = model.stagedAt(row) === 'new'
      if (!isNew && (!mayDeleteRows || model.isDraft(row))) return []
      // The menu of a ticked row applies to all ticked rows.
      const { selection } = state.getState()
      const isOfMany = selected > 1 && rowIsSelected(selection, row)
      return [
        {
          id: 'rows.delete',
          group: 'delete',
          icon: 'trash',
          danger: true,
          label: isOfMany ? t('grid.toolbar.deleteRecords', { count: selected }) : t('grid.menu.deleteRow'),
          run: () =>
            isNew && !isOfMany
              ? model.discardDraft(row)
              : actions.remove(isOfMany ? selection.rows : [{ from: row, to: row + 1 }]),
        },
      ]
    },
    overlay: question && (
      <DeleteRowsDialog
        count={countRows(question.spans)}
        loading={actions.working}
        onConfirm={() => actions.remove(question.spans, true)}
        onClose={actions.closeQuestion}
      />
    ),
  }
}
