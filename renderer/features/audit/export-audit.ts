import { files, sentenceOf } from '@renderer/api'
import { sentence, t } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { saveFile } from '@renderer/ui'
import { filterInput, type Filters } from './filters'

/** Saves all lines that match the filters as a file. Reports the outcome. Never throws. */
export async function exportAudit(
  projectId: string | undefined,
  format: 'csv' | 'json',
  filters: Filters,
): Promise<void> {
  try {
    const file = await files.audit(projectId, format, filterInput(filters))
    const name = t('audit.export.name', { day: new Date().toISOString().slice(0, 10), format })
    saveFile(file, name)
    toast.success(sentence('audit.export.done', { name }))
  } catch (error) {
    toast.error(sentence('audit.export.failed'), { detail: sentenceOf(error) })
  }
}
