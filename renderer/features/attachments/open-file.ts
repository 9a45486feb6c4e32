import { storedFileAddress, type AttachedFile } from '@common/columns/values/files'
import { files, messageOf } from '@renderer/api'
import { t } from '@renderer/i18n'
import { toast } from '@renderer/stores'

/** Saves a file under the name that it has in its cell; one of the web is opened where it is. */
export async function downloadFile(projectId: string, file: AttachedFile): Promise<void> {
  if (!storedFileAddress(file.url)) {
    openAddress(file.url)
    return
  }
  try {
    const address = await files.link(projectId, file.url, { title: file.title, download: true })
    const anchor = document.createElement('a')
    anchor.href = address
    anchor.download = file.title
    anchor.click()
  } catch (error) {
    toast.error(t('attachments.notDownloaded', { name: file.title }), { detail: messageOf(error) })
  }
}

/** Opens an address of the web outside; anything else is no place to go. */
export function openAddress(url: string): void {
  if (/^https?:\/\//i.test(url)) window.open(url, '_blank', 'noopener,noreferrer')
}
