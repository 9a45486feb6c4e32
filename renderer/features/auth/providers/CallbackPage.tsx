import { providerIds } from '@common/operations/providers'
import { client, isApiError, sentenceOf, useFailure } from '@renderer/api'
import { type Sentence, sentence, sentenceText, useTranslation } from '@renderer/i18n'
import {
  enterWithToken,
  pendingInvitation,
  rememberDestination,
  signInPath,
  signUpPath,
  takeDestination,
  toast,
} from '@renderer/stores'
import { Button, PasswordField, Spinner, useTitle } from '@renderer/ui'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { AuthFrame } from '../AuthFrame'
import styles from '../AuthFrame.module.css'
import { pendingSignInOf, SecondStepPage, type PendingSignIn } from '../SecondStepPage'

/** S1 §8: the message of a provider's failure stays this long. */
const failureMs = 3_000
/** Where users link accounts. */
const accountsPath = '/user/settings/accounts'

/** A sign-in that needs the password of the account that has this address. */
interface PendingLink {
  readonly ticket: string
  readonly message: Sentence
}

function pendingLinkOf(error: unknown): PendingLink | undefined {
  if (!isApiError(error, 'LINK_PASSWORD_REQUIRED')) return undefined
  const { ticket } = error.details
  return typeof ticket === 'string' ? { ticket, message: sentenceOf(error) } : undefined
}

/** `/user/authentication/callback`: exchanges the code of a provider (S1 §2). */
export function CallbackPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [pending, setPending] = useState<PendingSignIn>()
  const [link, setLink] = useState<PendingLink>()
  useTitle(t('auth.signIn'))

  const back = (): void => void navigate(signInPath, { replace: true })
  const entered = (): void => void navigate(takeDestination(), { replace: true })
  const refused = (error: unknown): void => {
    const [second, password] = [pendingSignInOf(error), pendingLinkOf(error)]
    setPending(second)
    setLink(password)
    if (second !== undefined || password !== undefined) return
    toast.error(sentenceOf(error), { durationMs: failureMs })
    back()
  }

  const exchanged = useEffectEvent(async (isOver: () => boolean): Promise<void> => {
    try {
      const outcome = await exchange(query)
      if (isOver()) return
      if ('linked' in outcome) {
        toast.success(sentence('auth.providers.linked'))
        await navigate(accountsPath, { replace: true })
      } else {
        if (outcome.joined === true) rememberDestination(null)
        await enterWithToken(outcome.token)
        entered()
      }
    } catch (error) {
      if (!isOver()) refused(error)
    }
  })
  const address = query.toString()
  // The code works once: only a new address is exchanged.
  useEffect(() => {
    let isOver = false
    void exchanged(() => isOver)
    return () => {
      isOver = true
    }
  }, [address])

  if (pending !== undefined) return <SecondStepPage pending={pending} onBack={back} />
  return (
    <AuthFrame>
      <h1 className={styles.title}>{t(link === undefined ? 'auth.providers.entering' : 'auth.providers.linkTitle')}</h1>
      {link === undefined ? (
        <p className={styles.lead}>
          <Spinner /> {t('auth.providers.wait')}
        </p>
      ) : (
        <LinkForm link={link} onEntered={entered} onRefused={refused} onBack={back} />
      )}
    </AuthFrame>
  )
}

/** Requests in progress, by address: React may run an effect twice, and a code works once. */
const exchanges = new Map<string, ReturnType<typeof send>>()

function exchange(query: URLSearchParams): ReturnType<typeof send> {
  const key = query.toString()
  const known = exchanges.get(key) ?? send(query)
  exchanges.set(key, known)
  return known
}

function send(query: URLSearchParams) {
  const provider = providerIds.find((id) => id === query.get('provider')) ?? 'oidc'
  const given = Object.fromEntries(
    ['code', 'state', 'scope', 'iss', 'error'].flatMap((name) => {
      const value = query.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const invitation = pendingInvitation.take()
  // An account that exists joins there.
  if (invitation !== undefined) rememberDestination(`${signUpPath}/${encodeURIComponent(invitation)}`)
  const used = invitation !== undefined && { invitation }
  return client.call('providerEnter', { provider, ...given, ...used }, { silent: true })
}

interface LinkFormProps {
  readonly link: PendingLink
  readonly onEntered: () => void
  readonly onRefused: (error: unknown) => void
  readonly onBack: () => void
}

/** Asks for the password of the existing account, which proves that both belong to one person. */
function LinkForm({ link, onEntered, onRefused, onBack }: LinkFormProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [error, setError] = useFailure()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await enterWithToken(
        (await client.call('providerLink', { ticket: link.ticket, password }, { silent: true })).token,
      )
      onEntered()
    } catch (reason) {
      setBusy(false)
      if (isApiError(reason, 'SECOND_FACTOR_REQUIRED') || isApiError(reason, 'SIGN_IN_EXPIRED')) onRefused(reason)
      else setError(reason)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.lead}>{sentenceText(link.message)}</p>
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        size="lg"
        autoFocus
        value={password}
        onChange={setPassword}
        error={error}
        reserveNote
      />
      <Button kind="main" size="lg" type="submit" fullWidth loading={busy}>
        {t('auth.providers.link')}
      </Button>
      <Button size="lg" fullWidth onClick={onBack}>
        {t('auth.secondStep.back')}
      </Button>
    </form>
  )
}
