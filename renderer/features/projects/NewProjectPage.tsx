import { limits } from '@common/constants'
import { messageOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { loader } from '@renderer/stores'
import { Button, ErrorBanner, IconTile, Segments, TextField, useTitle } from '@renderer/ui'
import { useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { enterProject } from './create'
import styles from './NewProjectPage.module.css'

const apis = ['rest', 'graphql', 'grpc'] as const
type Api = (typeof apis)[number]

/** Creates a project on the built-in database. Asks only for its name and its API (S1 §1, ui.md §10). */
export function NewProjectPage() {
  const { t } = useTranslation()
  useTitle(t('projects.new'))
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [api, setApi] = useState<Api>('rest')
  const [asked, setAsked] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const create = useCommand('projectCreate')
  const name = title.trim()

  function submit(event: FormEvent): void {
    event.preventDefault()
    setAsked(true)
    if (name === '') return nameField.current?.focus()
    loader.show(sentence('importStart.making', { title: name }))
    create.mutate(
      { args: { title: name, projectType: api }, title: sentence('importStart.creating', { title: name }) },
      { onSuccess: ({ id }) => enterProject(id), onSettled: loader.hide },
    )
  }

  return (
    <div className={styles.page}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.head}>
          <IconTile icon="database" color="blue" />
          <div>
            <h1>{t('projects.newTitle')}</h1>
            <p className={styles.lead}>{t('projects.newLead')}</p>
          </div>
        </div>
        <TextField
          ref={nameField}
          label={t('projects.nameField')}
          size="lg"
          autoFocus
          autoComplete="off"
          value={title}
          onChange={(value) => {
            setTitle(value)
            create.reset()
          }}
          maxLength={limits.nameCharacters}
          placeholder={t('projects.nameExample')}
          error={asked && name === '' ? t('projects.nameRequired') : null}
          reserveNote
        />
        <fieldset className={styles.api}>
          <legend>{t('projects.api')}</legend>
          <Segments
            size="md"
            label={t('projects.api')}
            value={api}
            onChange={setApi}
            options={apis.map((value) => ({ value, label: t(`projects.types.${value}`) }))}
          />
          <p className={styles.hint}>{t(`projects.${api}Hint`)}</p>
        </fieldset>
        {create.isError && <ErrorBanner title={messageOf(create.error)} />}
        <div className={styles.buttons}>
          <Button size="lg" onClick={() => void navigate('/projects')}>
            {t('ui.cancel')}
          </Button>
          <Button size="lg" kind="main" type="submit" loading={create.isPending}>
            {t('projects.create')}
          </Button>
        </div>
      </form>
    </div>
  )
}
