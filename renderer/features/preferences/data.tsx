import { defaultPort, terminalPort as terminalPortDefault } from '@common/constants'
import { settings } from '@common/settings'
import { runCommand } from '@renderer/actions'
import { desktop, messageOf, sentenceOf, useCommand, useOperation } from '@renderer/api'
import { formatBytes, sentence, useTranslation } from '@renderer/i18n'
import { changeSetting, serverAddress, toast, useIsSuperAdmin, useSetting, useShell } from '@renderer/stores'
import { Button, Buttons, ErrorBanner, Skeleton, TextField } from '@renderer/ui'
import { useState } from 'react'
import styles from './preferences.module.css'
import type { SettingsContent } from './section'

const useIsDesktop = (): boolean => desktop() !== undefined

function Address() {
  const info = useShell((state) => state.info)
  return <code className={styles.path}>{serverAddress(info)}</code>
}

/** The profile: its folder, and the sizes of its parts on the disk of the server. */
function Storage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useOperation('storageRead', {}, { silent: true })
  const clear = useCommand('cacheClear')

  async function clearCache(): Promise<void> {
    try {
      const { cleared } = await clear.mutateAsync({ args: {}, silent: true })
      toast.success(sentence('preferences.data.cleared', { size: formatBytes(cleared.bytes) }))
    } catch (thrown) {
      toast.error(sentenceOf(thrown))
    }
    await refetch()
  }

  if (error !== null && data === undefined) return <ErrorBanner title={messageOf(error)} />
  if (data === undefined) return <Skeleton height={160} />
  return (
    <div className={styles.stack}>
      <dl className={styles.facts}>
        <dt>{t('preferences.data.folder')}</dt>
        <dd>
          <code className={styles.path}>{data.folder}</code>
        </dd>
        {data.parts
          .filter(({ files }) => files > 0)
          .map(({ part, bytes, files }) => (
            <Size key={part} name={t(`preferences.data.parts.${part}`)} bytes={bytes} files={files} />
          ))}
        <Size name={t('preferences.data.total')} {...data.total} />
      </dl>
      <Buttons>
        {desktop() !== undefined && (
          <Button icon="folder" onClick={() => runCommand('profile.reveal')}>
            {t('preferences.data.reveal')}
          </Button>
        )}
        <Button icon="trash" loading={clear.isPending} onClick={() => void clearCache()}>
          {t('preferences.data.clear')}
        </Button>
      </Buttons>
    </div>
  )
}

function Size({ name, bytes, files }: { readonly name: string; readonly bytes: number; readonly files: number }) {
  const { t } = useTranslation()
  return (
    <>
      <dt>{name}</dt>
      <dd>{t('preferences.data.size', { size: formatBytes(bytes), files })}</dd>
    </>
  )
}

interface PortProps {
  readonly label: string
  readonly name: 'port' | 'terminalPort'
  readonly usual: number
}

/** A port from the next start. An empty field stands for the default. */
function Port({ label, name, usual }: PortProps) {
  const { t } = useTranslation()
  const value = useSetting(name)
  const [typed, setTyped] = useState<string>()
  const parsed = settings[name].type.safeParse(typed?.trim() === '' ? null : Number(typed))
  const isBad = typed !== undefined && !parsed.success
  return (
    <TextField
      aria-label={label}
      className={styles.port}
      value={typed ?? (value === null ? '' : String(value))}
      placeholder={String(usual)}
      inputMode="numeric"
      maxLength={5}
      error={isBad ? t('preferences.data.port.bad') : null}
      onChange={setTyped}
      onBlur={() => {
        if (typed !== undefined && parsed.success && parsed.data !== value) {
          changeSetting(name, parsed.data)
          toast.success(sentence('preferences.data.port.changed'))
        }
        setTyped(undefined)
      }}
    />
  )
}

export const content: SettingsContent = {
  title: 'preferences.data.title',
  rows: [
    { id: 'address', label: 'preferences.data.address.label', text: 'preferences.data.address.text', Control: Address },
    {
      id: 'port',
      label: 'preferences.data.port.label',
      text: 'preferences.data.port.text',
      Control: ({ label }) => <Port label={label} name="port" usual={defaultPort} />,
      useIsShown: useIsDesktop,
    },
    {
      id: 'terminalPort',
      label: 'preferences.data.terminalPort.label',
      text: 'preferences.data.terminalPort.text',
      Control: ({ label }) => <Port label={label} name="terminalPort" usual={terminalPortDefault} />,
      useIsShown: useIsDesktop,
    },
    {
      id: 'storage',
      label: 'preferences.data.storage.label',
      text: 'preferences.data.storage.text',
      Control: Storage,
      isWide: true,
      useIsShown: useIsSuperAdmin,
    },
  ],
}
