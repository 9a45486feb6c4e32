import { files, invalidateProject, messageOf, queryClient, useCommand } from '@renderer/api'
import { chooseFiles, missingWords } from '@renderer/features/import'
import { useTranslation } from '@renderer/i18n'
import { loader, toast } from '@renderer/stores'
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

  const exportFile = async (rows: boolean): Promise<void> => {
    loader.show(t('meta.files.exporting'))
    try {
      saveFile(await files.metadata(projectId, rows), 'basalt-metadata.zip')
    } catch (error) {
      toast.error(t('meta.files.exportFailed'), { detail: messageOf(error) })
    } finally {
      loader.hide()
    }
  }
  const showImported = ({ created, changed, missingViews }: MetadataImported): void => {
    const detail = missingViews.length === 0 ? {} : { detail: missingWords(missingViews) }
    toast.success(t('meta.files.imported', { created, changed }), detail)
  }
  const showFailure = (error: unknown): void => {
    toast.error(t('meta.files.importFailed'), { detail: messageOf(error) })
  }
  const importFile = async (file: File): Promise<void> => {
    loader.show(t('meta.files.importing', { name: file.name }))
    try {
      const done = await files.sendMetadata('metadataImport', projectId, file)
      invalidateProject(queryClient, projectId, ['schema', 'metadata', 'views', 'rows'])
      showImported(done)
    } catch (error) {
      showFailure(error)
    } finally {
      loader.hide()
    }
  }
  const clearAll = (): void =>
    clear.mutate(call, {
      onSuccess: ({ backup }) => {
        setAsked(false)
        toast.success(t('meta.files.cleared', { file: backup }))
      },
    })

  return (
    <>
      <Menu
        align="end"
        width={320}
        target={<IconButton icon="more" size="md" label={t('meta.files.menu')} loading={fromFolder.isPending} />}
      >
        <MenuItem icon="download" description={t('meta.files.exportText')} onClick={() => void exportFile(false)}>
          {t('meta.files.export')}
        </MenuItem>
        <MenuItem icon="download" description={t('meta.files.exportRowsText')} onClick={() => void exportFile(true)}>
          {t('meta.files.exportRows')}
        </MenuItem>
        <MenuItem
          icon="plus"
          description={t('meta.files.importText')}
          onClick={() => chooseFiles(([file]) => file && void importFile(file), '.zip')}
        >
          {t('meta.files.import')}
        </MenuItem>
        <MenuDivider />
        <MenuItem
          icon="folder"
          description={t('meta.files.folderText')}
          onClick={() =>
            toFolder.mutate(call, {
              onSuccess: ({ folder }) => toast.success(t('meta.files.exported', { folder })),
              onError: (error) => toast.error(t('meta.files.exportFailed'), { detail: messageOf(error) }),
            })
          }
        >
          {t('meta.files.toFolder')}
        </MenuItem>
        <MenuItem
          icon="folder"
          description={t('meta.files.folderText')}
          onClick={() => fromFolder.mutate(call, { onSuccess: showImported, onError: showFailure })}
        >
          {t('meta.files.fromFolder')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon="trash" danger description={t('meta.files.clearText')} onClick={() => setAsked(true)}>
          {t('meta.files.clear')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t('meta.files.clearTitle')}
        action={t('meta.files.clearAction')}
        danger
        loading={clear.isPending}
        error={clear.error && messageOf(clear.error)}
        onSubmit={clearAll}
      >
        {t('meta.files.clearQuestion')}
      </ConfirmDialog>
    </>
  )
}
