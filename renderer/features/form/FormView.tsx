import { useOperation } from '@renderer/api'
import { SharePopover } from '@renderer/features/shares'
import type { ViewProps } from '@renderer/features/views'
import { ViewSwitcher } from '@renderer/features/views'
import { formatNumber, sentence, useTranslation } from '@renderer/i18n'
import { firstRowsShown, nextFocus, toast, useUsers } from '@renderer/stores'
import { Button, copyText, Icon, Segments } from '@renderer/ui'
import { Activity, useEffect, useRef, useState } from 'react'
import styles from './builder.module.css'
import sheet from './form.module.css'
import { Cover } from './FormHead'
import { FormBuilder } from './FormBuilder'
import { FormFill, Thanks } from './FormFill'
import { FormMailSwitch } from './FormMailSwitch'
import { AfterProperties } from './FormProperties'
import { formAddress } from './form-address'
import { useFormEdits } from './use-form-edits'
import { useMemberForm } from './use-form'

type Mode = 'build' | 'after' | 'fill'

/** A view of kind form: users who may change views build it, users who may add records fill it in. */
export function FormView({ projectId, table, permissions, view }: ViewProps) {
  const { t } = useTranslation()
  const edits = useFormEdits(view)
  const { id } = view.view
  const person = useUsers((state) => state.user?.email)
  const { form, reader, sources, send, closed } = useMemberForm(
    projectId,
    table,
    { id, title: view.title, options: edits.options },
    permissions,
  )
  const mayEdit = view.onlyMe === undefined && table.type === 'table'
  const [wanted, setMode] = useState<Mode>('build')
  const mode = mayEdit ? wanted : 'fill'
  const [isBegun, setBegun] = useState(mode === 'fill')
  if (mode === 'fill' && !isBegun) setBegun(true)
  const page = useRef<HTMLElement>(null)
  useEffect(() => {
    let frame = 0
    // A dialog holds the focus until it closes. Then the first field to add gets it.
    const look = (): void => {
      if (nextFocus.wanted(table.name, id) === undefined) return
      const place = page.current?.querySelector<HTMLElement>('aside li button, aside button')
      if (document.querySelector('[role="dialog"]') !== null || !place) frame = requestAnimationFrame(look)
      else {
        place.focus()
        nextFocus.arrived()
      }
    }
    look()
    const stop = nextFocus.subscribe(look)
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [table.name, id])
  // There are no rows to wait for.
  useEffect(firstRowsShown, [])
  const copy = (): void => {
    copyText(formAddress(projectId, id ?? '')).then(
      () => toast.success(sentence('forms.addressCopied')),
      () => toast.error(sentence('forms.notCopied')),
    )
  }
  return (
    <section ref={page} className={styles.view} data-form-view aria-label={t('forms.of', { form: view.title })}>
      <div className={styles.toolbar} role="toolbar" aria-label={t('grid.toolbar.label')}>
        <ViewSwitcher view={view} />
        {mayEdit ? (
          <Segments<Mode>
            label={t('forms.mode')}
            value={mode}
            options={[
              { value: 'build', label: t('forms.modes.build') },
              { value: 'after', label: t('forms.modes.after') },
              { value: 'fill', label: t('forms.modes.fill') },
            ]}
            onChange={setMode}
          />
        ) : (
          view.onlyMe === 'locked' && (
            <span className={styles.locked}>
              <Icon name="lock" size={14} />
              {t('forms.locked')}
            </span>
          )
        )}
        <span className={styles.spacer} />
        {mayEdit && <ResponseCount projectId={projectId} form={id} />}
        <Button icon="link" onClick={copy}>
          {t('forms.copyAddress')}
        </Button>
        {permissions.has('share.manage') && <SharePopover projectId={projectId} table={table.name} view={id} isForm />}
      </div>
      {mode === 'build' && (
        <FormBuilder
          form={form}
          edits={edits}
          name={view.title}
          reader={reader}
          sources={sources}
          mayAddOptions={permissions.has('schema.change')}
        />
      )}
      {mode === 'after' && (
        <div className={styles.builder}>
          <div className={styles.centre}>
            <div className={sheet.sheet} inert>
              <Cover cover={form.cover} />
              <Thanks form={form} leadsOn={false} onAgain={form.again ? () => undefined : undefined} />
            </div>
          </div>
          <aside className={styles.right} aria-label={t('forms.properties')}>
            <div className={styles.paneHead}>
              <h2>{t('forms.modes.after')}</h2>
            </div>
            <div className={styles.properties}>
              <AfterProperties
                options={edits.options}
                onChange={(patch, of) => edits.change(sentence('forms.changes.form'), patch, of)}
              />
              {id !== undefined && <FormMailSwitch projectId={projectId} form={id} />}
            </div>
          </aside>
        </div>
      )}
      {/* Drafts survive switching views. */}
      {isBegun && (
        <Activity mode={mode === 'fill' ? 'visible' : 'hidden'}>
          <div className={sheet.stage}>
            <FormFill
              form={form}
              reader={reader}
              sources={sources}
              onSend={send}
              closed={closed}
              heldAs={JSON.stringify([person, projectId, id])}
            />
          </div>
        </Activity>
      )}
    </section>
  )
}

/** Number of responses, beside the form's link. */
function ResponseCount({ projectId, form }: { readonly projectId: string; readonly form: string | undefined }) {
  const { t } = useTranslation()
  const { data } = useOperation(
    'formResponseCount',
    { id: form ?? '' },
    { projectId, silent: true, enabled: form !== undefined },
  )
  if (data === undefined) return null
  return (
    <span className={styles.count}>{t('forms.responses', { count: data.count, shown: formatNumber(data.count) })}</span>
  )
}
