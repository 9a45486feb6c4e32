import { authKinds, type RequestAuth } from '@common/api-client/request'
import { useTranslation } from '@renderer/i18n'
import { Segments } from '@renderer/ui'
import styles from './api-client.module.css'
import type { CompletionSource } from './completions'
import { TemplateField } from './TemplateField'

export interface AuthPaneProps {
  readonly auth: RequestAuth
  readonly source: CompletionSource
  readonly onChange: (auth: RequestAuth) => void
}

const emptyAuth: { readonly [K in RequestAuth['kind']]: Extract<RequestAuth, { readonly kind: K }> } = {
  none: { kind: 'none' },
  session: { kind: 'session' },
  bearer: { kind: 'bearer', token: '' },
  basic: { kind: 'basic', user: '', password: '' },
  header: { kind: 'header', name: 'xc-token', value: '' },
}

/** How the request proves who sends it. */
export function AuthPane({ auth, source, onChange }: AuthPaneProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.form}>
      <Segments
        size="md"
        label={t('apiClient.auth.label')}
        value={auth.kind}
        options={authKinds.map((value) => ({ value, label: t(`apiClient.auth.kinds.${value}`) }))}
        onChange={(kind) => onChange(emptyAuth[kind])}
      />
      <p className={styles.hint}>{t(`apiClient.auth.hints.${auth.kind}`)}</p>
      {auth.kind === 'bearer' && (
        <AuthField
          label={t('apiClient.auth.token')}
          value={auth.token}
          source={source}
          onChange={(token) => onChange({ ...auth, token })}
        />
      )}
      {auth.kind === 'basic' && (
        <>
          <AuthField
            label={t('apiClient.auth.user')}
            value={auth.user}
            source={source}
            onChange={(user) => onChange({ ...auth, user })}
          />
          <AuthField
            label={t('apiClient.auth.password')}
            value={auth.password}
            source={source}
            onChange={(password) => onChange({ ...auth, password })}
          />
        </>
      )}
      {auth.kind === 'header' && (
        <>
          <AuthField
            label={t('apiClient.auth.header')}
            value={auth.name}
            source={source}
            onChange={(name) => onChange({ ...auth, name })}
          />
          <AuthField
            label={t('apiClient.auth.headerValue')}
            value={auth.value}
            source={source}
            onChange={(value) => onChange({ ...auth, value })}
          />
        </>
      )}
      {(auth.kind === 'bearer' || auth.kind === 'basic' || auth.kind === 'header') && (
        <p className={styles.hint}>{t('apiClient.auth.secret')}</p>
      )}
    </div>
  )
}

interface AuthFieldProps {
  readonly label: string
  readonly value: string
  readonly source: CompletionSource
  readonly onChange: (value: string) => void
}

function AuthField({ label, ...field }: AuthFieldProps) {
  return (
    <div className={styles.labelled}>
      <span aria-hidden>{label}</span>
      <TemplateField {...field} label={label} framed />
    </div>
  )
}
