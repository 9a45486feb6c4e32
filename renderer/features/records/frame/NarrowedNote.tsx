import { useTranslation } from '@renderer/i18n'
import { Button, Note } from '@renderer/ui'
import { narrow, narrowedKey, useNarrowed } from '../filter/narrowed'

/** Note above rows narrowed by a command: names the filter, with a button that shows all rows again. */
export function NarrowedNote({ projectId, table }: { readonly projectId: string; readonly table: string }) {
  const { t } = useTranslation()
  const narrowed = useNarrowed(({ tables }) => tables[narrowedKey(projectId, table)])
  if (narrowed === undefined) return null
  return (
    <Note icon="filter" text={t('grid.referenced.note', { record: narrowed.record })}>
      <Button kind="quiet" onClick={() => narrow(projectId, table, undefined)}>
        {t('grid.referenced.all')}
      </Button>
    </Note>
  )
}
