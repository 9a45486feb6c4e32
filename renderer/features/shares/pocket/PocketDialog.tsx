import type { OperationOutput } from '@common/operations'
import { client, messageOf, useFailure } from '@renderer/api'
import { localeTag, readerZone, useTranslation } from '@renderer/i18n'
import { Button, Dialog, ErrorBanner, ErrorState, Select } from '@renderer/ui'
import { useState } from 'react'
import { OpenPocket, Trouble } from './OpenPocket'
import styles from './pocket.module.css'
import { usePocketShare, type SharedPlace } from './use-pocket-share'

type Read = OperationOutput<'pocketShareRead'>

export interface PocketDialogProps {
  readonly projectId: string
  readonly place: SharedPlace
  readonly onClose: () => void
}

/** Shares a view with devices in the same network: an address with its QR code, and a code to enter, for an hour. */
export function PocketDialog({ projectId, place, onClose }: PocketDialogProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = usePocketShare(projectId, place, true)
  const [chosen, setChosen] = useState<string>()
  const [failure, setFailure] = useFailure()
  const [isBusy, setBusy] = useState(false)

  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
      await refetch()
    } catch (reason) {
      setFailure(reason)
    }
    setBusy(false)
  }
  const at = { projectId, silent: true }
  const start = (address: string): void =>
    void run(() =>
      client.call('pocketShareStart', { ...place, address, timeZone: readerZone(), locale: localeTag() }, at),
    )

  const share = data?.share ?? null
  const address = share?.address ?? chosen ?? data?.addresses[0]?.address
  return (
    <Dialog
      opened
      width={560}
      onClose={onClose}
      title={t('shares.pocket.title')}
      action={t(share === null ? 'shares.pocket.start' : 'shares.pocket.done')}
      leave={share === null ? undefined : null}
      loading={isBusy}
      error={failure}
      disabledReason={address === undefined ? t('shares.pocket.noAddress') : undefined}
      footer={
        share !== null && (
          <Button
            size="md"
            icon="stop"
            danger
            disabled={isBusy}
            onClick={() => void run(() => client.call('pocketShareStop', { id: share.id }, at))}
          >
            {t('shares.pocket.stop')}
          </Button>
        )
      }
      onSubmit={() => {
        if (share !== null) onClose()
        else if (address !== undefined) start(address)
      }}
    >
      <div className={styles.dialog}>
        {data === undefined ? (
          error !== null && (
            <ErrorState title={t('shares.pocket.notLoaded')} text={messageOf(error)} onRetry={() => void refetch()} />
          )
        ) : share === null ? (
          <Offer data={data} address={address} onChoose={setChosen} />
        ) : (
          <OpenPocket
            share={share}
            onExtend={() => void run(() => client.call('pocketShareExtend', { id: share.id }, at))}
          >
            <Addresses data={data} address={address} onChoose={start} />
          </OpenPocket>
        )}
        <Trouble />
      </div>
    </Dialog>
  )
}

interface AddressesProps {
  readonly data: Read
  readonly address: string | undefined
  readonly onChoose: (address: string) => void
}

/** Explains what will happen, and offers the addresses. */
function Offer({ data, address, onChoose }: AddressesProps) {
  const { t } = useTranslation()
  return (
    <>
      {data.ended !== null && data.ended !== 'stopped' && (
        <ErrorBanner
          kind={data.ended === 'codes' ? 'error' : 'warning'}
          title={t(`shares.pocket.ended.${data.ended}`)}
          text={t(`shares.pocket.endedText.${data.ended}`)}
        />
      )}
      <p>{t('shares.pocket.offer')}</p>
      <p className={styles.hint}>{t('shares.pocket.notEncrypted')}</p>
      <Addresses data={data} address={address} onChoose={onChoose} />
    </>
  )
}

/** The networks of this computer. */
function Addresses({ data: { addresses }, address, onChoose }: AddressesProps) {
  const { t } = useTranslation()
  if (addresses.length === 0) return <p>{t('shares.pocket.noAddress')}</p>
  return (
    <Select
      label={t('shares.pocket.network')}
      value={address ?? null}
      options={addresses.map(({ address: value, name, loopback }) => ({
        value,
        label: loopback
          ? t('shares.pocket.onlyHere', { address: value })
          : t('shares.pocket.addressOf', { address: value, name }),
      }))}
      onChange={onChoose}
    />
  )
}
