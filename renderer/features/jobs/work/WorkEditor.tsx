import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, ConfirmDialog, Fields, SaveBar, Switch, TextField } from '@renderer/ui'
import { useState, type ReactNode } from 'react'
import type { WorkForm } from './use-work-form'
import styles from './work.module.css'

interface Saved {
  readonly id: string
  readonly title: string
}

export interface WorkEditorProps {
  /** Undefined for a new one. */
  readonly stored: { readonly title: string; readonly active: boolean } | undefined
  readonly form: WorkForm<{ readonly title: string }>
  readonly words: {
    readonly newTitle: string
    /** Label of the switch. */
    readonly active: string
    readonly unsaved: string
    readonly save: string
    readonly deleteTitle: string
    readonly deleteText: string
  }
  /** Sentence about an empty field; undefined if the draft is complete. */
  readonly missing: string | undefined
  /** True for a form of cards, on the colour of the side. */
  readonly isCards?: boolean
  readonly activate: (active: boolean) => Promise<unknown>
  readonly save: () => Promise<Saved>
  readonly remove: () => Promise<unknown>
  readonly onSaved: (id: string) => void
  readonly onClose: () => void
  /** The fields below the name. */
  readonly children: ReactNode
}

/** The form of a job or an automation: its switch, fields, unsaved changes and deletion. */
export function WorkEditor(props: WorkEditorProps) {
  const { stored, form, words, missing, onSaved, onClose } = props
  const { t } = useTranslation()
  const [isDeleting, setDeleting] = useState(false)
  const title = stored?.title ?? words.newTitle

  const save = (): void => {
    if (missing !== undefined) form.fail(missing)
    else
      void form.work(async () => {
        const saved = await props.save()
        form.discard()
        toast.success(sentence('jobs.saved', { title: saved.title }))
        onSaved(saved.id)
      })
  }
  const remove = (): void =>
    void form.work(async () => {
      await props.remove()
      setDeleting(false)
      onClose()
    })

  return (
    <section className={styles.editor} aria-label={title}>
      <header className={styles.bar}>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {stored !== undefined && (
          <>
            <Switch checked={stored.active} onChange={(active) => void form.work(() => props.activate(active))}>
              {words.active}
            </Switch>
            <span className={styles.gap} />
            <Button icon="trash" kind="quiet" danger onClick={() => setDeleting(true)}>
              {t('jobs.delete')}
            </Button>
          </>
        )}
      </header>
      <div className={styles.form} data-cards={props.isCards}>
        <Fields>
          <TextField
            label={t('jobs.title')}
            value={form.draft.title}
            onChange={(name) => form.set({ title: name })}
            maxLength={100}
            autoComplete="off"
            autoFocus={stored === undefined}
          />
        </Fields>
        {props.children}
      </div>
      {form.isChanged && (
        <SaveBar
          title={words.unsaved}
          words={[]}
          error={form.problem}
          discard={t('jobs.discard')}
          save={words.save}
          isSaving={form.isBusy}
          onDiscard={stored === undefined ? onClose : form.discard}
          onSave={save}
        />
      )}
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        title={words.deleteTitle}
        action={t('jobs.delete')}
        loading={form.isBusy}
        error={form.problem}
        onSubmit={remove}
      >
        {words.deleteText}
      </ConfirmDialog>
    </section>
  )
}
