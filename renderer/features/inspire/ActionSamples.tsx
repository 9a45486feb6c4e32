import { useTranslation } from '@renderer/i18n'
import { ActionButton, Button, IconButton, TextButton } from '@renderer/ui'
import styles from './inspire.module.css'
import { Sample } from './Sample'

const nothing = (): void => undefined

/** Buttons in every state. */
export function ActionSamples() {
  const { t } = useTranslation()
  return (
    <>
      <Sample title={t('inspire.buttons')}>
        <Button kind="main" onClick={nothing}>
          {t('inspire.saveColumn')}
        </Button>
        <Button icon="share" onClick={nothing}>
          {t('inspire.share')}
        </Button>
        <Button kind="quiet" icon="eye" onClick={nothing}>
          {t('inspire.fields')}
        </Button>
        <Button danger icon="trash" onClick={nothing}>
          {t('inspire.deleteRows')}
        </Button>
        <Button kind="main" danger onClick={nothing}>
          {t('inspire.deleteColumn')}
        </Button>
      </Sample>
      <Sample title={t('inspire.buttonStates')}>
        <Button on icon="sort" onClick={nothing}>
          {t('inspire.sorted')}
        </Button>
        <Button disabledReason={t('inspire.needsRole')} onClick={nothing}>
          {t('inspire.save')}
        </Button>
        <Button kind="main" loading onClick={nothing}>
          {t('inspire.saving')}
        </Button>
        <span className={styles.focused}>
          <Button onClick={nothing}>{t('inspire.focused')}</Button>
        </span>
        <Button endIcon="chevronDown" onClick={nothing}>
          {t('inspire.menu')}
        </Button>
      </Sample>
      <Sample title={t('inspire.sizes')}>
        <Button size="sm" onClick={nothing}>
          {t('inspire.small')}
        </Button>
        <Button size="md" onClick={nothing}>
          {t('inspire.middle')}
        </Button>
        <Button size="lg" onClick={nothing}>
          {t('inspire.large')}
        </Button>
      </Sample>
      <Sample title={t('inspire.iconButtons')}>
        <IconButton icon="filter" label={t('inspire.filter')} keys="Mod+Shift+F" onClick={nothing} />
        <IconButton icon="filter" kind="plain" label={t('inspire.filter')} onClick={nothing} />
        <IconButton icon="filter" on label={t('inspire.filter')} onClick={nothing} />
        <IconButton icon="trash" danger label={t('inspire.delete')} onClick={nothing} />
        <IconButton icon="reload" loading label={t('inspire.reload')} onClick={nothing} />
        <IconButton icon="reload" disabled label={t('inspire.reload')} onClick={nothing} />
        <IconButton icon="close" size="xs" label={t('ui.close')} onClick={nothing} />
        <IconButton icon="close" size="lg" label={t('ui.close')} onClick={nothing} />
      </Sample>
      <Sample title={t('inspire.actionButtons')}>
        <ActionButton
          icon="reload"
          label={t('inspire.reload')}
          keys="F5"
          onAction={() => new Promise((done) => setTimeout(done, 1_500))}
        />
        <ActionButton
          icon="reload"
          iconOnly
          label={t('inspire.reload')}
          onAction={() => new Promise((done) => setTimeout(done, 1_500))}
        />
        <ActionButton
          icon="trash"
          danger
          label={t('inspire.delete')}
          disabledReason={t('inspire.needsRole')}
          onAction={nothing}
        />
        <TextButton onClick={nothing}>{t('inspire.undo')}</TextButton>
      </Sample>
    </>
  )
}
