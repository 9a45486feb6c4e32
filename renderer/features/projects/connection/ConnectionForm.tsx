import { limits } from '@common/constants'
import { messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Icon, Segments, Switch, TextField, ErrorBanner } from '@renderer/ui'
import { useRef, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { AdvancedSection } from './AdvancedSection'
import { CredentialsSection } from './CredentialsSection'
import styles from './connection.module.css'
import { withKind } from './connection-draft'
import { EngineCards } from './EngineCards'
import { SslSection } from './SslSection'
import { TestPanel } from './TestPanel'
import { apis, useConnectionForm, type ExistingConnection } from './use-connection-form'

export interface ConnectionFormProps {
  /** Absent for a new project. */
  readonly existing?: ExistingConnection
}

/** Engine, name, credentials, encryption and more at the left, the test with its steps at the right (mock g). */
export function ConnectionForm({ existing }: ConnectionFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useConnectionForm(existing)
  const element = useRef<HTMLFormElement>(null)

  /** Enter runs the next step. */
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (form.hasPassed) {
      form.save()
      focusFirstProblem()
    } else void runTest()
  }

  async function runTest(): Promise<void> {
    await form.test()
    focusFirstProblem()
  }

  function focusFirstProblem(): void {
    // After the fields are rendered with their problems.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  const action = existing === undefined ? t('projects.create') : t('projects.connect.save')
  return (
    <div className={styles.page}>
      <form ref={element} className={styles.form} onSubmit={submit} noValidate aria-labelledby="connection-title">
        <nav className={styles.trail} aria-label={t('projects.connect.trail')}>
          <Link to="/projects">{t('projects.title')}</Link>
          <Icon name="chevronRight" size={12} mirrored />
          <span>{existing === undefined ? t('projects.new') : existing.project.title}</span>
        </nav>
        <h1 id="connection-title">
          {existing === undefined
            ? t('projects.connect.title')
            : existing.environment === undefined
              ? t('projects.connect.titleOf', { title: existing.project.title })
              : t('projects.connect.titleOfEnvironment', { environment: existing.environment })}
        </h1>
        {existing?.unreadable !== undefined && <ErrorBanner title={existing.unreadable} />}
        <EngineCards
          kind={form.draft.kind}
          onChange={(kind) => form.change(withKind(form.draft, kind))}
          existing={existing !== undefined}
        />
        {existing === undefined && (
          <section className={styles.pair} aria-label={t('projects.connect.project')}>
            <TextField
              label={t('projects.connect.name')}
              value={form.title}
              onChange={form.setTitle}
              maxLength={limits.nameCharacters}
              placeholder={t('projects.connect.nameExample')}
              autoComplete="off"
              autoFocus
              error={form.nameError}
              reserveNote
            />
            <div>
              <span className={styles.label} aria-hidden="true">
                {t('projects.connect.access')}
              </span>
              <Segments
                size="md"
                label={t('projects.connect.access')}
                value={form.api}
                onChange={form.setApi}
                options={apis.map((value) => ({ value, label: t(`projects.types.${value}`) }))}
              />
              {form.api !== 'rest' && <p className={styles.hint}>{t(`projects.${form.api}Hint`)}</p>}
            </div>
          </section>
        )}
        <CredentialsSection form={form} />
        <SslSection form={form} />
        {existing?.environment === undefined && (
          <section className={styles.production} aria-label={t('production.field')}>
            <Switch checked={form.production} onChange={form.setProduction}>
              {t('production.field')}
            </Switch>
            <p className={styles.hint}>{t('production.fieldHint')}</p>
          </section>
        )}
        <AdvancedSection form={form} />
        {form.saveError !== null && <ErrorBanner title={messageOf(form.saveError)} />}
        <div className={styles.buttons}>
          <Button size="md" onClick={() => void navigate(form.backTo)}>
            {t('ui.cancel')}
          </Button>
          <span className={styles.space} />
          <Button
            size="md"
            kind={form.hasPassed ? 'plain' : 'main'}
            icon={form.hasTested ? 'reload' : 'plug'}
            loading={form.isTesting}
            onClick={() => void runTest()}
          >
            {form.hasTested ? t('projects.connect.testAgain') : t('projects.connect.test')}
          </Button>
          <Button
            size="md"
            kind={form.hasPassed ? 'main' : 'plain'}
            type="submit"
            loading={form.isSaving}
            disabledReason={form.hasPassed ? undefined : t('projects.connect.testFirst')}
          >
            {action}
          </Button>
        </div>
      </form>
      <TestPanel form={form} />
    </div>
  )
}
