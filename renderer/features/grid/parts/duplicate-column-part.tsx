import { isLinkType } from '@common/columns/questions'
import { duplicateColumn } from '@renderer/features/tables'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { placeColumn } from '@renderer/features/records/columns/place-column'
import type { GridSession } from '@renderer/features/records/session/session'
import type { GridPart } from '@renderer/features/records/parts/grid-part'

/** Duplicates a column next to itself, with its values. */
export function useDuplicateColumnPart({ projectId, table, view, columnCommands, actions }: GridSession): GridPart {
  const { t } = useTranslation()
  if (!columnCommands) return {}
  const duplicate = (id: string, title: string): void => {
    duplicateColumn(projectId, table, id).then(
      (made) => {
        placeColumn(view, made, { beside: id, side: 'right' })
        toast.success(sentence('record.columns.duplicated', { column: title }))
      },
      actions.fail(sentence('record.columns.notDuplicated', { column: title })),
    )
  }
  return {
    headerMenu: ({ id, title, column }) =>
      // A link column comes from a relation, so it is duplicated where links are created.
      isLinkType(column)
        ? []
        : [
            {
              id: 'column.duplicate',
              group: 'column',
              icon: 'duplicate',
              label: t('record.columns.duplicate'),
              run: () => duplicate(id, title),
            },
          ],
  }
}
