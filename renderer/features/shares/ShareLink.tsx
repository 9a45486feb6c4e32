import type { Share } from '@common/operations/shares'
import { baseRoles, type BaseRole } from '@common/principal'
import { client, messageOf, type OperationArgs, queryClient, sentenceOf, useOperation } from '@renderer/api'
import { formatRelativeTime, localeTag, readerZone, sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import {
  Button,
  copyText,
  ErrorState,
  PasswordField,
  Segments,
  Switch,
  TextArea,
  TextButton,
  TextField,
} from '@renderer/ui'
import { useState, type ReactNode } from 'react'
import { PocketEntry } from './pocket/PocketEntry'
import styles from './share-link.module.css'

export interface ShareLinkProps {
  readonly projectId: string
  /** Name of the table. */
  readonly table: string
  /** Absent for the default grid. */
  readonly view: string | undefined
  readonly isForm?: boolean
}

type Change = Omit<OperationArgs<'shareUpdate'>, 'id'>

/** The link of a view for visitors, with its settings. Each change applies at once. */
export function ShareLink({
  projectId,
  table,
  view,
  isForm = false,
  onPocket,
}: ShareLinkProps & { readonly onPocket: () => void }) {
  const { t } = useTranslation()
  const at = { table, ...(view !== undefined && { view }) }
  const { data: share, error, refetch } = useOperation('shareRead', at, { projectId, silent: true })
  const { isBusy, run } = useLinkWork()
  const network = <PocketEntry projectId={projectId} place={at} onOpen={onPocket} />
  if (error !== null)
    return <ErrorState title={t('shares.link.notLoaded')} text={messageOf(error)} onRetry={() => void refetch()} />
  if (share === undefined) return null
  if (share === null)
    return (
      <div className={styles.panel}>
        <h2>{t(isForm ? 'shares.link.formTitle' : 'shares.link.title')}</h2>
        <p>{t(isForm ? 'shares.link.formNone' : 'shares.link.none')}</p>
        <Button
          kind="main"
          icon="link"
          loading={isBusy}
          onClick={() =>
            void run(() =>
              client.call(
                'shareCreate',
                { ...at, timeZone: readerZone(), locale: localeTag() },
                { projectId, silent: true },
              ),
            )
          }
        >
          {t('shares.link.create')}
        </Button>
        {network}
      </div>
    )
  return <Settings share={share} network={network} isBusy={isBusy} {...changesOf(projectId, share, run)} />
}

/** Returns what the settings of a link do. */
export function changesOf(
  projectId: string,
  { id }: Share,
  run: (work: () => Promise<unknown>) => Promise<void>,
): Pick<SettingsProps, 'onChange' | 'onReplace' | 'onRevoke'> {
  const options = { projectId, silent: true }
  return {
    onChange: (change) => void run(() => client.call('shareUpdate', { id, ...change }, options)),
    onReplace: () => void run(() => client.call('shareReplace', { id }, options)),
    onRevoke: () =>
      void run(async () => {
        await client.call('shareRevoke', { id }, options)
        const isOfLinks = ({ queryKey: [, name] }: { readonly queryKey: readonly unknown[] }): boolean =>
          name === 'shareRead' || name === 'shareBaseRead'
        await queryClient.invalidateQueries({ predicate: isOfLinks })
      }),
  }
}

/** Runs changes of a link, and shows their errors. */
export function useLinkWork() {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      toast.error(sentence('shares.link.notChanged'), { detail: sentenceOf(failure) })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}

interface SettingsProps {
  readonly share: Share
  readonly isBusy: boolean
  /** Sharing on the network, for a view. */
  readonly network?: ReactNode
  readonly onChange: (change: Change) => void
  readonly onReplace: () => void
  readonly onRevoke: () => void
}

/** All settings of a link. */
export function Settings({ share, isBusy, network, onChange, onReplace, onRevoke }: SettingsProps) {
  const { t } = useTranslation()
  const isForm = share.view?.kind === 'form'
  const isBase = share.role !== null
  const copy = (text: string): void => {
    copyText(text).then(
      () => toast.success(sentence('shares.link.copied')),
      () => toast.error(sentence('shares.link.notCopied')),
    )
  }
  return (
    <div className={styles.panel}>
      {!isBase && <h2>{t(isForm ? 'shares.link.formTitle' : 'shares.link.title')}</h2>}
      <Switch checked={share.enabled} onChange={(enabled) => onChange({ enabled })}>
        <b className={styles.enabled}>
          {t(isBase ? 'shares.base.enabled' : isForm ? 'shares.link.formEnabled' : 'shares.link.enabled')}
        </b>
      </Switch>
      <div className={styles.line}>
        <TextField
          aria-label={t('shares.link.address')}
          icon="link"
          dir="ltr"
          value={share.url}
          readOnly
          onChange={() => undefined}
        />
        <Button kind="main" size="md" icon="copy" onClick={() => copy(share.url)}>
          {t('shares.link.copy')}
        </Button>
      </div>
      <div className={styles.use}>
        <p>
          {share.expired
            ? t('shares.link.expired')
            : share.lastOpenedAt === null
              ? t('shares.link.neverOpened')
              : t('shares.link.opened', { count: share.opened, last: formatRelativeTime(share.lastOpenedAt) })}
        </p>
        <TextButton onClick={onReplace}>{t('shares.link.replace')}</TextButton>
      </div>
      <div className={styles.settings}>
        {share.role !== null && (
          <Setting label={t('shares.base.role')}>
            <BaseRoles value={share.role} onChange={(role) => onChange({ role })} />
          </Setting>
        )}
        <Setting label={t('shares.password.label')}>
          <PasswordSetting share={share} onChange={onChange} />
        </Setting>
        <Setting label={t('shares.link.expires')}>
          <TextField
            className={styles.day}
            type="date"
            aria-label={t('shares.link.expires')}
            value={share.expiresAt === null ? '' : dayOf(share.expiresAt)}
            onChange={(day) => onChange({ expiresAt: day === '' ? null : endOf(day) })}
          />
        </Setting>
        {isForm && (
          <div className={styles.setting}>
            <Switch checked={share.survey} onChange={(survey) => onChange({ survey })}>
              {t('shares.link.survey')}
            </Switch>
          </div>
        )}
        {!isForm && !isBase && (
          <div className={styles.setting}>
            <Switch checked={share.download} onChange={(download) => onChange({ download })}>
              {t('shares.link.download')}
            </Switch>
          </div>
        )}
        {!isBase && <EmbedSetting share={share} onChange={onChange} onCopy={copy} />}
      </div>
      {network}
      <div className={styles.foot}>
        <Button kind="quiet" danger loading={isBusy} onClick={onRevoke}>
          {t('shares.link.revoke')}
        </Button>
        <Button icon="eye" onClick={() => window.open(share.url, '_blank', 'noopener')}>
          {t('shares.link.open')}
        </Button>
      </div>
    </div>
  )
}

/** The role of visitors of a base. */
export function BaseRoles({
  value,
  onChange,
}: {
  readonly value: BaseRole
  readonly onChange: (role: BaseRole) => void
}) {
  const { t } = useTranslation()
  return (
    <Segments<BaseRole>
      label={t('shares.base.role')}
      value={value}
      options={baseRoles.map((role) => ({ value: role, label: t(`shares.base.roles.${role}`) }))}
      onChange={onChange}
    />
  )
}

function Setting({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.setting}>
      <span className={styles.label}>{label}</span>
      {children}
    </div>
  )
}

function PasswordSetting({ share, onChange }: Pick<SettingsProps, 'share' | 'onChange'>) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault()
        if (password === '') return
        onChange({ password })
        setPassword('')
      }}
    >
      <PasswordField
        aria-label={t('shares.password.label')}
        placeholder={t(share.hasPassword ? 'shares.link.hasPassword' : 'shares.link.noPassword')}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" size="md">
        {t(share.hasPassword ? 'shares.link.changePassword' : 'shares.link.setPassword')}
      </Button>
      {share.hasPassword && (
        <Button kind="quiet" size="md" onClick={() => onChange({ password: null })}>
          {t('shares.link.removePassword')}
        </Button>
      )}
    </form>
  )
}

function EmbedSetting({
  share,
  onChange,
  onCopy,
}: Pick<SettingsProps, 'share' | 'onChange'> & { readonly onCopy: (text: string) => void }) {
  const { t } = useTranslation()
  const [origins, setOrigins] = useState(share.embedOrigins.join('\n'))
  const code = `<iframe src="${share.embedUrl}" width="100%" height="600"></iframe>`
  const save = (): void => {
    const embedOrigins = origins.split(/\s+/).filter((origin) => origin !== '')
    if (embedOrigins.join() !== share.embedOrigins.join()) onChange({ embedOrigins })
  }
  return (
    <div className={styles.embed}>
      <TextArea
        label={t('shares.link.embedOrigins')}
        hint={t('shares.link.embedHint')}
        rows={2}
        value={origins}
        onChange={setOrigins}
        onBlur={save}
      />
      {share.embedOrigins.length > 0 && (
        <Button icon="code" onClick={() => onCopy(code)}>
          {t('shares.link.copyEmbed')}
        </Button>
      )}
    </div>
  )
}

/** Returns the day of a moment on this computer, as date fields write it. */
function dayOf(moment: string): string {
  const at = new Date(moment)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** A link is open until the end of its day. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString()
