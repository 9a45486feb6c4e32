import { storedFileAddress, type AttachedFile } from '@common/columns/values/files'
import { files, sentenceOf } from '@renderer/api'
import { sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'

/** Downloads a file under its name in the cell. Opens files of the web at their own address. */
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
    toast.error(sentence('attachments.notDownloaded', { name: file.title }), { detail: sentenceOf(error) })
  }
}

/** Opens a web address in a new tab; ignores any other address. */
export function openAddress(url: string): void {
  if (/^https?:\/\//i.test(url)) window.open(url, '_blank', 'noopener,noreferrer')
}
