import type { SqlColumn } from '@common/sql/shapes'
import { isApiError, messageOf } from '@renderer/api'
import { BusyBar, type BusyWork } from '@renderer/features/records'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Menu, MenuItem, saveFile } from '@renderer/ui'
import { useState } from 'react'
import { endings, exportFile, exportForms, type ExportForm } from './copy-result'
import type { ResultRows } from './result-rows'

export interface ExportMenuProps {
  readonly rows: ResultRows
  readonly columns: readonly SqlColumn[]
  /** Name of the query, for the file. */
  readonly title: string | undefined
  /** The table of INSERT statements. */
  readonly table: string | undefined
  readonly quotes: readonly [string, string]
}

/** Saves all rows of the result as shown: sorted and filtered. */
export function ExportMenu({ rows, columns, title, table, quotes }: ExportMenuProps) {
  const { t } = useTranslation()
  const [work, setWork] = useState<BusyWork>()
  const save = async (form: ExportForm): Promise<void> => {
    const abort = new AbortController()
    const progress = (done: number): void =>
      setWork({
        sentence: t('sql.export.running', { done: formatNumber(done), count: formatNumber(rows.count) }),
        cancel: () => abort.abort(),
      })
    progress(0)
    const name = `${(title ?? t('sql.export.name')).replaceAll(/[\\/:*?"<>|]/g, '-')}.${endings[form]}`
    try {
      const options = { columns, table: table ?? t('sql.export.name'), quotes }
      saveFile(await exportFile(rows, form, options, { signal: abort.signal, progress }), name)
      toast.success(t('sql.export.done', { name }))
    } catch (error) {
      if (abort.signal.aborted || isApiError(error, 'CANCELLED')) toast.info(t('sql.export.cancelled'))
      else toast.error(messageOf(error))
    } finally {
      setWork(undefined)
    }
  }
  return (
    <>
      <Menu
        align="end"
        target={
          <Button kind="quiet" icon="download" endIcon="chevronDown" loading={work !== undefined}>
            {t('sql.export.export')}
          </Button>
        }
      >
        {exportForms.map((form) => (
          <MenuItem key={form} onClick={() => void save(form)}>
            {t(`sql.export.forms.${form}`)}
          </MenuItem>
        ))}
      </Menu>
      <BusyBar work={work} />
    </>
  )
}
