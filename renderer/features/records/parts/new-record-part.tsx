import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import type { GridSession } from '../session/session'
import type { GridPart } from './grid-part'

/** The most frequent action on a table. */
export function useNewRecordPart({ mayAddRows, actions }: GridSession): GridPart {
  const { t } = useTranslation()
  if (!mayAddRows) return {}
  return {
    toolbar: (
      <Button kind="quiet" icon="plus" onClick={actions.addRow}>
        {t('grid.toolbar.newRecord')}
      </Button>
    ),
  }
}
