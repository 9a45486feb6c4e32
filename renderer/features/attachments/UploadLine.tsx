import { formatBytes, sentenceText, useTranslation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui'
import styles from './attachments.module.css'
import { cancelUpload, mayRetry, retryUpload, type Upload } from './uploads'

/** A file on its way: how far it is, and the way to stop it. */
export function UploadLine({ upload }: { readonly upload: Upload }) {
  const { t } = useTranslation()
  const { id, name, size, sent, state, problem } = upload
  const failed = state === 'failed'
  return (
    <li className={styles.upload} data-failed={failed || undefined}>
      <span className={styles.name} title={name}>
        <bdi>{name}</bdi>
      </span>
      <span className={styles.size}>
        {failed
          ? ''
          : state === 'waiting'
            ? t('attachments.waiting')
            : t('attachments.sent', { sent: formatBytes(sent), size: formatBytes(size) })}
      </span>
      {failed && mayRetry(id) && (
        <IconButton
          icon="reload"
          size="xs"
          label={t('attachments.retry')}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => retryUpload(id)}
        />
      )}
      <IconButton
        icon="close"
        size="xs"
        label={t(failed ? 'attachments.dismiss' : 'attachments.cancel', { name })}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => cancelUpload(id)}
      />
      {failed ? (
        <span className={styles.failure} role="alert">
          {problem && sentenceText(problem)}
        </span>
      ) : (
        <progress
          className={styles.progress}
          max={Math.max(1, size)}
          value={sent}
          aria-label={t('attachments.progress', { name })}
        />
      )}
    </li>
  )
}
