import { files, invalidateProject, messageOf, queryClient, sentenceOf, useCommand } from '@renderer/api'
import { chooseFiles, missingWords } from '@renderer/features/import'
import { sentence, type Sentence, useTranslation } from '@renderer/i18n'
import { runWork } from '@renderer/features/work'
import { toast } from '@renderer/stores'
import { ConfirmDialog, IconButton, Menu, MenuDivider, MenuItem, saveFile } from '@renderer/ui'
import type { MetadataImported } from '@common/operations/metadata'
import { useState } from 'react'

export interface MetaMenuProps {
  readonly projectId: string
}

/** Operations on the whole metadata of a project: export, import, clear (S1 §2). */
export function MetaMenu({ projectId }: MetaMenuProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const toFolder = useCommand('metadataFolderExport')
  const fromFolder = useCommand('metadataFolderImport')
  const clear = useCommand('metadataClear')
  const call = { args: {}, projectId, silent: true } as const

  const exportFile = (rows: boolean): Promise<void> =>
    runWork(
      {
        type: sentence('metaTab.files.exportType'),
        module: sentence('metaTab.files.module'),
        running: sentence('metaTab.files.exporting'),
        detail: sentence(rows ? 'metaTab.files.exportRowsText' : 'metaTab.files.exportText'),
        failed: sentence('metaTab.files.exportFailed'),
        cancelled: sentence('metaTab.files.exportCancelled'),
      },
      (signal) => files.metadata(projectId, rows, signal),
      (file) => {
        saveFile(file, 'basalt-metadata.zip')
        return sentence('metaTab.files.saved')
      },
    )
  const showImported = ({ created, changed, missingViews }: MetadataImported): Sentence => {
    const detail = missingViews.length === 0 ? {} : { detail: missingWords(missingViews) }
    const text = sentence('metaTab.files.imported', { created, changed })
    toast.success(text, detail)
    return text
  }
  const showFailure = (error: unknown): void => {
    toast.error(sentence('metaTab.files.importFailed'), { detail: sentenceOf(error) })
  }
  const importFile = (file: File): Promise<void> =>
    runWork(
      {
        type: sentence('metaTab.files.importType'),
        module: sentence('metaTab.files.module'),
        running: sentence('metaTab.files.importing', { name: file.name }),
        detail: sentence('metaTab.files.importText'),
        failed: sentence('metaTab.files.importFailed'),
        cancelled: sentence('metaTab.files.importCancelled'),
      },
      (signal) => files.sendMetadata('metadataImport', projectId, file, { signal }),
      (done) => {
        invalidateProject(queryClient, projectId, ['schema', 'metadata', 'views', 'rows'])
        return showImported(done)
      },
    )
  const clearAll = (): void =>
    clear.mutate(call, {
      onSuccess: ({ backup }) => {
        setAsked(false)
        toast.success(sentence('metaTab.files.cleared', { file: backup }))
      },
    })

  return (
    <>
      <Menu
        align="end"
        width={320}
        target={<IconButton icon="more" size="md" label={t('metaTab.files.menu')} loading={fromFolder.isPending} />}
      >
        <MenuItem icon="download" description={t('metaTab.files.exportText')} onClick={() => void exportFile(false)}>
          {t('metaTab.files.export')}
        </MenuItem>
        <MenuItem icon="download" description={t('metaTab.files.exportRowsText')} onClick={() => void exportFile(true)}>
          {t('metaTab.files.exportRows')}
        </MenuItem>
        <MenuItem
          icon="plus"
          description={t('metaTab.files.importText')}
          onClick={() => chooseFiles(([file]) => file && void importFile(file), '.zip')}
        >
          {t('metaTab.files.import')}
        </MenuItem>
        <MenuDivider />
        <MenuItem
          icon="folder"
          description={t('metaTab.files.folderText')}
          onClick={() =>
            toFolder.mutate(call, {
              onSuccess: ({ folder }) => toast.success(sentence('metaTab.files.exported', { folder })),
              onError: (error) => toast.error(sentence('metaTab.files.exportFailed'), { detail: sentenceOf(error) }),
            })
          }
        >
          {t('metaTab.files.toFolder')}
        </MenuItem>
        <MenuItem
          icon="folder"
          description={t('metaTab.files.folderText')}
          onClick={() => fromFolder.mutate(call, { onSuccess: showImported, onError: showFailure })}
        >
          {t('metaTab.files.fromFolder')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon="trash" danger description={t('metaTab.files.clearText')} onClick={() => setAsked(true)}>
          {t('metaTab.files.clear')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t('metaTab.files.clearTitle')}
        action={t('metaTab.files.clearAction')}
        danger
        loading={clear.isPending}
        error={clear.error && messageOf(clear.error)}
        onSubmit={clearAll}
      >
        {t('metaTab.files.clearQuestion')}
      </ConfirmDialog>
    </>
  )
}
