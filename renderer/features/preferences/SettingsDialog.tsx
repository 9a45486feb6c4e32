import { Modal } from '@mantine/core'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import { useTranslation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui'
import { settingsDialog } from './dialog-store'
import styles from './preferences.module.css'
import { SettingsPanel } from './SettingsPanel'

/** The settings over the page (mock j). Everything acts at once, so there is nothing to confirm. */
export function SettingsDialog({ section }: { readonly section: string }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={settingsDialog.close}
      title={t('preferences.title')}
      size={880}
      centered
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      classNames={{
        content: styles.dialog ?? '',
        inner: styles.inner ?? '',
        overlay: styles.overlay ?? '',
        header: styles.dialogHead ?? '',
        body: styles.dialogBody ?? '',
      }}
      removeScrollProps={{ enabled: false }}
    >
      <SettingsPanel first={section} />
      <span className={styles.cross}>
        <IconButton icon="close" size="sm" label={t('ui.close')} onClick={settingsDialog.close} />
      </span>
    </Modal>
  )
}
