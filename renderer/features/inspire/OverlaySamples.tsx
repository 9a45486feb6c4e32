import { useTranslation } from '@renderer/i18n'
import { Button, ConfirmDialog, Dialog, Menu, MenuDivider, MenuItem, MenuLabel, Popover, TextField } from '@renderer/ui'
import { useState } from 'react'
import { Sample } from './Sample'

const nothing = (): void => undefined

/** Menus, popovers and dialogs, which open in the theme of their half. */
export function OverlaySamples() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'popover' | 'dialog' | 'confirm'>()
  const [name, setName] = useState(() => t('inspire.tracks'))
  const close = (): void => setOpen(undefined)
  return (
    <Sample title={t('inspire.overlays')}>
      <Menu target={<Button endIcon="chevronDown">{t('inspire.menu')}</Button>} width={240}>
        <MenuLabel>{t('inspire.record')}</MenuLabel>
        <MenuItem icon="expand" keys="Space" onClick={nothing}>
          {t('inspire.openRecord')}
        </MenuItem>
        <MenuItem icon="duplicate" keys="Mod+U" onClick={nothing}>
          {t('inspire.duplicate')}
        </MenuItem>
        <MenuItem icon="link" description={t('inspire.copyLinkText')} onClick={nothing}>
          {t('inspire.copyLink')}
        </MenuItem>
        <MenuItem chosen onClick={nothing}>
          {t('inspire.chosen')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon="trash" danger keys="Delete" onClick={nothing}>
          {t('inspire.deleteRow')}
        </MenuItem>
      </Menu>
      <Popover
        opened={open === 'popover'}
        onChange={(opened) => setOpen(opened ? 'popover' : undefined)}
        label={t('inspire.filter')}
        target={
          <Button icon="filter" onClick={() => setOpen('popover')}>
            {t('inspire.popover')}
          </Button>
        }
      >
        <TextField label={t('inspire.name')} value={name} onChange={setName} size="sm" />
      </Popover>
      <Button onClick={() => setOpen('dialog')}>{t('inspire.dialog')}</Button>
      <Button danger onClick={() => setOpen('confirm')}>
        {t('inspire.confirm')}
      </Button>
      <Dialog
        opened={open === 'dialog'}
        onClose={close}
        title={t('inspire.renameTable')}
        action={t('inspire.save')}
        onSubmit={close}
      >
        <TextField label={t('inspire.name')} value={name} onChange={setName} data-autofocus />
      </Dialog>
      <ConfirmDialog
        opened={open === 'confirm'}
        onClose={close}
        title={t('inspire.deleteQuestion')}
        heading={t('inspire.deleteHeading')}
        action={t('inspire.deleteColumn')}
        onSubmit={close}
      >
        <p>{t('inspire.deleteText')}</p>
      </ConfirmDialog>
    </Sample>
  )
}
