import { sentenceOf } from '@renderer/api'
import { toast } from '@renderer/stores'
import { ActionButton, saveFile, type ActionButtonProps } from '@renderer/ui'
import { readDocument, type DocumentFormat } from './document-file'

export interface SaveDocumentButtonProps extends Pick<ActionButtonProps, 'label'> {
  readonly projectId: string
  readonly format: DocumentFormat
}

/** Saves the OpenAPI document of a project as a file: `openapi.yaml`. */
export function SaveDocumentButton({ projectId, format, ...shown }: SaveDocumentButtonProps) {
  const save = async (): Promise<void> => {
    try {
      saveFile(await readDocument(projectId, format), `openapi.${format}`)
    } catch (error) {
      toast.error(sentenceOf(error))
    }
  }
  return <ActionButton icon="download" {...shown} onAction={save} />
}
