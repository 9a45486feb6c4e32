import type { TemplateEntry } from '@common/operations/templates'
import { client, messageOf, sentenceOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { goTo, toast } from '@renderer/stores'
import { ConfirmDialog, IconButton, Menu, MenuDivider, MenuItem } from '@renderer/ui'
import { useState } from 'react'
import { saveTemplateFile } from './template-file'

export interface TemplateMoreProps {
  readonly entry: TemplateEntry
  /** Called when the template is gone, or is the built-in one again. */
  readonly onDeleted: (restored: boolean) => void
}

/** More actions on a template: save it as a file, delete it, restore a built-in one. */
export function TemplateMore({ entry, onDeleted }: TemplateMoreProps) {
  const { t } = useTranslation()
  const { id, title, origin, mayEdit } = entry
  const [isAsked, setAsked] = useState(false)
  const remove = useCommand('templateDelete')
  const isEdited = origin === 'edited'
  const mayDelete = mayEdit && (isEdited || origin === 'own' || origin === 'shared')

  async function save(): Promise<void> {
    try {
      saveTemplateFile((await client.call('templateRead', { id }, { silent: true })).template)
    } catch (error) {
      toast.error(sentence('templates.more.notSaved', { title }), { detail: sentenceOf(error) })
    }
  }

  return (
    <>
      <Menu
        align="end"
        target={<IconButton icon="more" size="lg" kind="plain" label={t('templates.more.label', { title })} />}
      >
        <MenuItem icon="pencil" onClick={() => void goTo(`/project/templates/${encodeURIComponent(id)}/edit`)}>
          {t('templates.more.edit')}
        </MenuItem>
        <MenuItem icon="download" onClick={() => void save()}>
          {t('templates.more.save')}
        </MenuItem>
        {mayDelete && (
          <>
            <MenuDivider />
            <MenuItem icon={isEdited ? 'undo' : 'trash'} danger onClick={() => setAsked(true)}>
              {t(isEdited ? 'templates.more.restore' : 'templates.more.delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isAsked && (
        <ConfirmDialog
          opened
          title={t(isEdited ? 'templates.more.restoreTitle' : 'templates.more.deleteTitle', { title })}
          action={t(isEdited ? 'templates.more.restore' : 'templates.more.delete')}
          loading={remove.isPending}
          error={remove.isError ? messageOf(remove.error) : undefined}
          onClose={() => setAsked(false)}
          onSubmit={() =>
            remove.mutate(
              { args: { id }, silent: true },
              {
                onSuccess: ({ restored }) => {
                  setAsked(false)
                  toast.success(sentence(restored ? 'templates.more.restored' : 'templates.more.deleted', { title }))
                  onDeleted(restored)
                },
              },
            )
          }
        >
          <p>{t(isEdited ? 'templates.more.restoreText' : 'templates.more.deleteText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
