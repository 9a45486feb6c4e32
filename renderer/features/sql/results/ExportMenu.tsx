import { resultEndings, resultForms, type ResultForm } from '@common/sql/result-file'
import { files, isApiError, sentenceOf } from '@renderer/api'
import { BusyBar, type BusyWork } from '@renderer/features/records'
import { formatBytes, sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Menu, MenuItem, saveFile } from '@renderer/ui'
import { useState } from 'react'
import type { ResultOf, ResultOrder } from './use-result'

export interface ExportMenuProps extends Pick<ResultOf, 'projectId' | 'run' | 'at'> {
  readonly order: ResultOrder
  /** Name of the query, for the file. */
  readonly title: string | undefined
  /** The table of INSERT statements. */
  readonly table: string | undefined
}

/** Saves all rows of the result as shown: sorted and filtered. The server writes the file. */
export function ExportMenu({ projectId, run, at, order, title, table }: ExportMenuProps) {
  const { t } = useTranslation()
  const [work, setWork] = useState<BusyWork>()
  const save = async (form: ResultForm): Promise<void> => {
    const abort = new AbortController()
    const received = (bytes: number): void =>
      setWork({ sentence: sentence('sql.export.running', { size: formatBytes(bytes) }), cancel: () => abort.abort() })
    received(0)
    const base = (title?.trim() || t('sql.export.name')).replaceAll(/[\\/:*?"<>|]/g, '-').slice(0, 200)
    const name = `${base}.${resultEndings[form]}`
    const { sort, filters } = order
    const file = { run, statement: at, form, sort, filters: [...filters], title: base, ...(table && { table }) }
    try {
      saveFile(await files.sqlResult(projectId, file, { signal: abort.signal, received }), name)
      toast.success(sentence('sql.export.done', { name }))
    } catch (error) {
      if (abort.signal.aborted || isApiError(error, 'CANCELLED')) toast.info(sentence('sql.export.cancelled'))
      else toast.error(sentenceOf(error))
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
        {resultForms.map((form) => (
          <MenuItem key={form} onClick={() => void save(form)}>
            {t(`sql.export.forms.${form}`)}
          </MenuItem>
        ))}
      </Menu>
      <BusyBar work={work} />
    </>
  )
}
