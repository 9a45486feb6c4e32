import { keysOf } from '@renderer/actions'
import { useEditMode } from '@renderer/features/templates'
import { useOperation } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { goTo, toast, useIsSuperAdmin } from '@renderer/stores'
import { Badge, Button, Icon, IconButton, Menu, MenuDivider, MenuItem } from '@renderer/ui'
import { Link } from 'react-router-dom'
import { editor, isDirty, useEditor } from './editor-store'
import { importFile } from './import-file'
import { copyJson, saveJson, shareByLink, submit, submitToCodeHost, useSaving } from './submit'
import styles from './toolbar.module.css'

const galleryPath = '/project/templates'

export interface EditorToolbarProps {
  readonly name: string
  readonly isReadOnly: boolean
  readonly copyOf: string | undefined
}

/** S2 §2: Import from Excel, help, Reset, New table, and Submit to or Update in the service. */
export function EditorToolbar({ name, isReadOnly, copyOf }: EditorToolbarProps) {
  const { t } = useTranslation()
  const dirty = useEditor(isDirty)
  return (
    <div className={styles.toolbar} data-region="" role="toolbar" aria-label={t('templateEditor.toolbar')}>
      <nav className={styles.crumbs} aria-label={t('templateEditor.place')}>
        {/* A plain link would pass the question about unsaved changes. */}
        <Link to={galleryPath}>{t('templateEditor.templates')}</Link>
        <Icon name="chevronRight" size={12} mirrored />
        <h1>
          <bdi>{name}</bdi>
        </h1>
        {dirty && <Badge kind="warning">{t('templateEditor.unsaved')}</Badge>}
        {isReadOnly && <Badge>{t('templateEditor.readOnly')}</Badge>}
      </nav>
      {isReadOnly ? <ReadingTools copyOf={copyOf} /> : <EditingTools dirty={dirty} />}
    </div>
  )
}

function ReadingTools({ copyOf }: { readonly copyOf: string | undefined }) {
  const { t } = useTranslation()
  return (
    <div className={styles.tools}>
      <IconButton icon="info" label={t('templateEditor.help')} onClick={() => editor.open({ kind: 'shortcuts' })} />
      <Button icon="copy" onClick={() => void copyJson()}>
        {t('templateEditor.copyJson')}
      </Button>
      {copyOf !== undefined && (
        <Button
          kind="main"
          icon="duplicate"
          onClick={() => void goTo(`${galleryPath}/new?from=${encodeURIComponent(copyOf)}`)}
        >
          {t('templateEditor.editCopy')}
        </Button>
      )}
    </div>
  )
}

function EditingTools({ dirty }: { readonly dirty: boolean }) {
  const { t } = useTranslation()
  const { past, future } = useEditor(({ versions }) => versions)
  const isSaved = useEditor(({ id }) => id !== undefined)
  const isBusy = useSaving((saving) => saving.isBusy)
  const token = useEditMode((mode) => mode.token)
  const isDirect = useSaving(({ mayWithoutToken }) => mayWithoutToken) || token !== ''
  const { data } = useOperation('templateList', {}, { silent: true })
  const host = data?.host ?? undefined
  return (
    <div className={styles.tools}>
      <IconButton
        icon="undo"
        label={t('templateEditor.commands.undo')}
        keys={keysOf('template.undo')}
        disabled={past.length === 0}
        onClick={editor.undo}
      />
      <IconButton
        icon="redo"
        label={t('templateEditor.commands.redo')}
        keys={keysOf('template.redo')}
        disabled={future.length === 0}
        onClick={editor.redo}
      />
      <Button
        kind="quiet"
        icon="table"
        onClick={() =>
          // S2 §2 has the sentence only. The import beside it works.
          toast.info(sentence('templateEditor.excel.toast'), {
            action: { label: sentence('templateEditor.excel.choose'), run: importFile },
          })
        }
      >
        {t('templateEditor.excel.import')}
      </Button>
      <IconButton icon="info" label={t('templateEditor.help')} onClick={() => editor.open({ kind: 'shortcuts' })} />
      <Button
        kind="quiet"
        icon="reload"
        disabledReason={dirty ? undefined : t('templateEditor.reset.nothing')}
        onClick={() => editor.open({ kind: 'reset' })}
      >
        {t('templateEditor.reset.action')}
      </Button>
      <Button icon="plus" onClick={() => editor.open({ kind: 'tables' })}>
        {t('templateEditor.newTable')}
      </Button>
      <Button kind="main" icon="arrowUp" loading={isBusy} onClick={() => void submit()}>
        {t(isSaved ? 'templateEditor.updateIn' : 'templateEditor.submitTo', { host })}
      </Button>
      <MoreMenu isDirect={isDirect} />
    </div>
  )
}

function MoreMenu({ isDirect }: { readonly isDirect: boolean }) {
  const { t } = useTranslation()
  const id = useEditor((state) => state.id)
  const isSuper = useIsSuperAdmin()
  return (
    <Menu align="end" width={260} target={<IconButton icon="more" label={t('templateEditor.more')} />}>
      <MenuItem icon="table" onClick={importFile}>
        {t('templateEditor.excel.file')}
      </MenuItem>
      <MenuItem icon="copy" keys={keysOf('template.copyJson')} onClick={() => void copyJson()}>
        {t('templateEditor.copyJson')}
      </MenuItem>
      <MenuItem icon="download" onClick={saveJson}>
        {t('templateEditor.saveFile')}
      </MenuItem>
      <MenuDivider />
      <MenuItem icon="link" onClick={() => void shareByLink()}>
        {t('templateEditor.link.share')}
      </MenuItem>
      {isDirect && (
        <MenuItem icon="share" onClick={() => void submitToCodeHost()}>
          {t('templateEditor.codeHost.publish')}
        </MenuItem>
      )}
      {isSuper && (
        <MenuItem icon="gear" onClick={() => editor.open({ kind: 'codeHost' })}>
          {t('templateEditor.codeHost.settings')}
        </MenuItem>
      )}
      {id !== undefined && (
        <MenuItem icon="eye" onClick={() => void goTo(`${galleryPath}/${encodeURIComponent(id)}`)}>
          {t('templateEditor.view')}
        </MenuItem>
      )}
    </Menu>
  )
}
