import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import { missingInNewRows } from '../bulk-edits'
import { DeleteRowsDialog, PasteRowsDialog } from '../grid-dialogs'
import type { GridPart } from '../parts'
import { countRows } from '../selection'
import type { GridSession } from '../session'

/** What is done to whole rows, and what is asked before it is done. */
export function useRowsPart({ model, columns, selection, mayDeleteRows, actions }: GridSession): GridPart {
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
      <>
        {question.kind === 'delete' && (
          <DeleteRowsDialog
            count={countRows(question.spans)}
            loading={actions.working}
            onConfirm={() => actions.remove(question.spans, true)}
            onClose={actions.closeQuestion}
          />
        )}
        {question.kind === 'paste' && (
          <PasteRowsDialog
            updates={question.plan.updates.size}
            creates={question.plan.creates.length}
            missing={missingInNewRows(model.table, columns, question.plan)}
            loading={actions.working}
            onConfirm={() => actions.paste(question.plan, true)}
            onClose={actions.closeQuestion}
          />
        )}
      </>
    ),
  }
}
