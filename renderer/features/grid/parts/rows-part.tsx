import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import { DeleteRowsDialog } from '../grid-dialogs'
import type { GridPart } from '../parts'
import { countRows } from '../selection'
import type { GridSession } from '../session'

/** What is done to whole rows, and what is asked before it is done. */
export function useRowsPart({ model, selection, mayDeleteRows, actions }: GridSession): GridPart {
  const { t } = useTranslation()
  const selected = countRows(selection.rows)
  const { question } = actions
  return {
    toolbar: selected > 0 && mayDeleteRows && (
      <Button kind="quiet" danger icon="trash" onClick={() => actions.remove(selection.rows)}>
        {t('grid.toolbar.deleteRecords', { count: selected })}
      </Button>
    ),
    cellMenu: ({ row }) =>
      mayDeleteRows && !model.isDraft(row)
        ? [
            {
              id: 'rows.delete',
              group: 'delete',
              icon: 'trash',
              danger: true,
              label: t('grid.menu.deleteRow'),
              run: () => actions.remove([{ from: row, to: row + 1 }]),
            },
          ]
        : [],
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
