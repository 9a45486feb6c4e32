import type { DraftField } from '@common/templates'
import { typedList } from '@common/util/typed-list'
import { useOperation } from '@renderer/api'
import { editMode, showsTokenField, useEditMode } from '@renderer/features/templates'
import { useTranslation } from '@renderer/i18n'
import { Field, GradientPicker, Icon, PasswordField, PickField, RequiredMark, TextArea, TextField } from '@renderer/ui'
import { editor, useEditor } from './editor-store'
import { useSaving } from './submit'
import styles from './properties.module.css'
import { useShownProblems } from './use-shown-problems'

/** Gradient, project name, category, tags and description of the template. */
export function Properties({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { t } = useTranslation()
  const { title, category, tags, description, image } = useEditor(({ versions }) => versions.present)
  const { project } = useShownProblems()
  const { data } = useOperation('templateCategoryList', {}, { silent: true })
  const categories = [...new Set([...(data?.list.map((each) => each.category) ?? []), category])].filter(Boolean)
  const errorOf = (field: DraftField): string | undefined => {
    const found = project.find((problem) => problem.field === field)
    return found && t(`templateEditor.problems.${found.kind}`)
  }
  return (
    <aside className={styles.properties} data-region="" aria-label={t('templateEditor.properties')}>
      <fieldset className={styles.fields} disabled={isReadOnly}>
        <GradientPicker
          label={t('templateEditor.gradient')}
          value={image}
          readOnly={isReadOnly}
          onChange={(value) => editor.setProject({ image: value }, 'image')}
        />
        <div data-template-field="project title">
          <TextField
            label={
              <span>
                {t('templateEditor.projectName')}
                <RequiredMark />
              </span>
            }
            aria-required
            value={title}
            maxLength={255}
            error={errorOf('title')}
            onChange={(value) => editor.setProject({ title: value }, 'title')}
            onBlur={editor.endStep}
          />
        </div>
        <div data-template-field="project category">
          <Field
            label={
              <span>
                {t('templateEditor.category')}
                <RequiredMark />
              </span>
            }
            error={errorOf('category')}
          >
            {() => (
              <PickField
                aria-label={t('templateEditor.category')}
                single
                free
                disabled={isReadOnly}
                values={category === '' ? [] : [category]}
                options={categories.map((value) => ({ value, label: value }))}
                placeholder={t('templateEditor.categoryHint')}
                emptyText={t('templateEditor.categoryHint')}
                onChange={([value = '']) => editor.setProject({ category: value.slice(0, 255) })}
              />
            )}
          </Field>
        </div>
        <Field label={t('templateEditor.tags')}>
          {() => (
            <PickField
              aria-label={t('templateEditor.tags')}
              free
              disabled={isReadOnly}
              values={tags}
              options={tags.map((value) => ({ value, label: value }))}
              placeholder={t('templateEditor.tagsHint')}
              emptyText={t('templateEditor.tagsHint')}
              onChange={(values) =>
                editor.setProject({
                  tags: [...new Set(values.flatMap(typedList).map((each) => each.slice(0, 100)))].slice(0, 50),
                })
              }
            />
          )}
        </Field>
        <TextArea
          label={t('templateEditor.description')}
          rows={5}
          value={description}
          maxLength={20_000}
          onChange={(value) => editor.setProject({ description: value }, 'description')}
          onBlur={editor.endStep}
        />
      </fieldset>
      <Token isReadOnly={isReadOnly} />
    </aside>
  )
}

/** The edit token (S2 §4, §6): behind the hidden mode, and where a new template needs it. */
function Token({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { t } = useTranslation()
  const token = useEditMode((mode) => mode.token)
  const isUnlocked = useEditMode(showsTokenField)
  const isDirect = useSaving(({ mayWithoutToken }) => mayWithoutToken)
  return (
    <div className={styles.token}>
      {(isUnlocked || (!isReadOnly && !isDirect)) && (
        <PasswordField
          label={t('templateEditor.token.label')}
          autoComplete="off"
          value={token}
          maxLength={500}
          onChange={editMode.setToken}
        />
      )}
      <p className={styles.tokenNote}>
        <Icon name={isReadOnly ? 'lock' : 'key'} size={14} />
        <span>
          {isReadOnly
            ? t('templateEditor.token.readOnly')
            : token !== ''
              ? t('templateEditor.token.with')
              : t(isDirect ? 'templateEditor.token.direct' : 'templateEditor.token.without')}
        </span>
      </p>
    </div>
  )
}
