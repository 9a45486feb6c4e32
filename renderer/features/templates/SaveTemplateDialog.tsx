import { typedList } from '@common/util/typed-list'
import { client, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { goTo, toast } from '@renderer/stores'
import { Checkbox, Dialog, Field, GradientPicker, PasswordField, Segments, TextArea, TextField } from '@renderer/ui'
import { useId, useRef, useState } from 'react'
import { coverOf } from './cover'
import styles from './dialogs.module.css'
import { editMode, useEditMode } from './edit-mode'
import { saveTemplateFile } from './template-file'
import { templateToastMs } from './toast-times'
import { useGallery } from './use-gallery'

export interface SaveTemplateDialogProps {
  readonly project: { readonly id: string; readonly title: string; readonly permissions: readonly string[] }
  readonly onClose: () => void
}

type Place = 'gallery' | 'file'
const places = ['gallery', 'file'] as const satisfies readonly Place[]

/** Saves a project as a template: in the gallery or as a file, with or without its rows. */
export function SaveTemplateDialog({ project, onClose }: SaveTemplateDialogProps) {
  const { t } = useTranslation()
  const { categories, host } = useGallery()
  const token = useEditMode((state) => state.token)
  const mayTakeRows = project.permissions.includes('row.export')
  const [place, setPlace] = useState<Place>('gallery')
  const [title, setTitle] = useState(project.title)
  const [category, setCategory] = useState('')
  const [tags, setTags] = useState('')
  const [description, setDescription] = useState('')
  const [image, setImage] = useState(() => defaultGradient(project.title))
  const [rows, setRows] = useState(mayTakeRows)
  const [isAsked, setAsked] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useFailure()
  const titleField = useRef<HTMLInputElement>(null)
  const categoryField = useRef<HTMLInputElement>(null)
  const listId = useId()
  const facts = {
    title: title.trim(),
    category: category.trim(),
    tags: typedList(tags),
    description: description.trim(),
  }

  async function save(): Promise<void> {
    setAsked(true)
    setFailure(undefined)
    if (facts.title === '') return titleField.current?.focus()
    if (facts.category === '') return categoryField.current?.focus()
    setSaving(true)
    const inProject = { projectId: project.id, silent: true }
    try {
      if (place === 'file') {
        const { template } = await client.call('projectTemplateRead', { rows, title: facts.title }, inProject)
        saveTemplateFile({ ...template, ...facts, image_url: image })
      } else {
        const secret = token === '' ? {} : { token }
        const { id } = await client.call('projectTemplateSave', { ...facts, image, rows, ...secret }, inProject)
        toast.success(sentence('templates.generated'), {
          durationMs: templateToastMs,
          action: {
            label: sentence('templates.save.show'),
            run: () => void goTo(`/project/templates/${encodeURIComponent(id)}`),
          },
        })
      }
      onClose()
    } catch (error) {
      setFailure(error)
      setSaving(false)
    }
  }

  return (
    <Dialog
      opened
      title={t('templates.save.title', { project: project.title })}
      text={t('templates.save.text')}
      action={t(place === 'file' ? 'templates.save.download' : 'templates.save.action')}
      loading={isSaving}
      error={failure}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <div className={styles.fields}>
        <TextField
          ref={titleField}
          label={t('templates.save.name')}
          value={title}
          onChange={setTitle}
          maxLength={255}
          error={isAsked && facts.title === '' ? t('templates.save.nameRequired') : null}
          data-autofocus
        />
        <TextField
          ref={categoryField}
          label={t('templates.save.category')}
          value={category}
          onChange={setCategory}
          maxLength={255}
          list={listId}
          hint={t('templates.save.categoryHint')}
          error={isAsked && facts.category === '' ? t('templates.save.categoryRequired') : null}
        />
        <datalist id={listId}>
          {categories.map((each) => (
            <option key={each.category} value={each.category}>
              {each.category}
            </option>
          ))}
        </datalist>
        <TextField label={t('templates.tags')} value={tags} onChange={setTags} hint={t('templates.save.tagsHint')} />
        <TextArea
          label={t('templates.save.description')}
          value={description}
          onChange={setDescription}
          maxLength={20_000}
          rows={3}
        />
        <Field label={t('templates.save.picture')}>
          {() => <GradientPicker label={t('templates.save.picture')} value={image} onChange={setImage} />}
        </Field>
        <div className={styles.choice}>
          <Checkbox checked={rows} disabled={!mayTakeRows} onChange={setRows}>
            {t('templates.save.rows')}
          </Checkbox>
          <span className={styles.hint}>{t(mayTakeRows ? 'templates.save.rowsHint' : 'templates.save.noRows')}</span>
        </div>
        <div className={styles.choice}>
          <Segments
            size="md"
            label={t('templates.save.place')}
            value={place}
            options={places.map((value) => ({ value, label: t(`templates.save.places.${value}`) }))}
            onChange={setPlace}
          />
          <span className={styles.hint}>{t(`templates.save.placeHints.${place}`)}</span>
        </div>
        {place === 'gallery' && host !== null && (
          <PasswordField
            label={t('templates.editToken')}
            hint={t('templates.save.tokenHint', { host })}
            value={token}
            onChange={editMode.setToken}
            autoComplete="off"
          />
        )}
      </div>
    </Dialog>
  )
}

/** The gradient that a template without one would show. */
function defaultGradient(title: string): string {
  const cover = coverOf('', title)
  return cover.kind === 'gradient' ? cover.background : ''
}
