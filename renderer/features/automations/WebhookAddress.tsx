import type { Automation } from '@common/operations/automations'
import { client, sentenceOf } from '@renderer/api'
import { Hint } from '@renderer/features/jobs'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, ConfirmDialog, copyText, IconButton, TextField } from '@renderer/ui'
import { useState } from 'react'
import styles from './automations.module.css'

export interface WebhookAddressProps {
  readonly projectId: string
  /** Undefined for a new automation, which has no address yet. */
  readonly automation: Automation | undefined
}

/** The address of a webhook, which is shown once, and a button that replaces it. */
export function WebhookAddress({ projectId, automation }: WebhookAddressProps) {
  const { t } = useTranslation()
  const [address, setAddress] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const isStored = automation?.trigger.kind === 'webhook'
  const create = (): void => {
    if (automation === undefined) return
    setBusy(true)
    void client
      .call('automationAddress', { id: automation.id }, { projectId, silent: true })
      .then(
        ({ path }) => setAddress(new URL(path, location.origin).href),
        (error: unknown) => toast.error(sentence('automations.addressFailed'), { detail: sentenceOf(error) }),
      )
      .finally(() => {
        setBusy(false)
        setReplacing(false)
      })
  }
  return (
    <div className={styles.address}>
      {address !== undefined && (
        <div className={styles.addressLine}>
          <TextField label={t('automations.address')} value={address} readOnly dir="ltr" onChange={() => undefined} />
          <IconButton icon="copy" label={t('automations.addressCopy')} onClick={() => void copyText(address)} />
        </div>
      )}
      <Hint>
        {address !== undefined
          ? t('automations.addressShown')
          : !isStored
            ? t('automations.addressNone')
            : automation.hasAddress
              ? t('automations.addressHidden')
              : t('automations.bodyHint', { example: '{{body.order.id}}' })}
      </Hint>
      {isStored && (
        <div>
          <Button
            icon={automation.hasAddress ? 'reload' : 'plus'}
            loading={isBusy}
            onClick={() => (automation.hasAddress ? setReplacing(true) : create())}
          >
            {t(automation.hasAddress ? 'automations.addressNew' : 'automations.addressCreate')}
          </Button>
        </div>
      )}
      {isReplacing && (
        <ConfirmDialog
          opened
          title={t('automations.addressReplaceTitle')}
          text={t('automations.addressReplaceText')}
          action={t('automations.addressNew')}

          loading={isBusy}
          onSubmit={create}
          onClose={() => setReplacing(false)}
          focusAction
        />
      )}
    </div>
  )
}
