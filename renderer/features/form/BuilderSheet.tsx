import type { FilterReader } from '@common/views'
import type { Form, FormField, FormSection } from '@common/views/form-fields'
import { MarkdownText } from '@renderer/features/markdown'
import { useTranslation } from '@renderer/i18n'
import { Badge, Button, classes, Icon, IconButton } from '@renderer/ui'
import type { KeyboardEvent, RefObject } from 'react'
import { firstDraft } from './answers'
import styles from './builder.module.css'
import { FieldBlock } from './FieldBlock'
import { Cover, SectionHead } from './FormHead'
import sheet from './form.module.css'
import { fieldId } from './parts'
import type { FormSources } from './sources'
import type { PartDrag } from './use-part-drag'

export interface BuilderSheetProps {
  readonly form: Form
  readonly reader: FilterReader
  readonly sources: FormSources
  readonly list: RefObject<HTMLUListElement | null>
  /** Id of the selected part; undefined for the whole form. */
  readonly chosen: string | undefined
  readonly onChoose: (id: string | undefined) => void
  readonly onMove: (id: string, to: number) => void
  readonly onRemove: (id: string) => void
  readonly onAddAll: () => void
  readonly drag: PartDrag
}

export const idOf = (part: FormField | FormSection): string =>
  part.kind === 'section' ? `section ${part.id}` : fieldId(part.id)

const nothing = (): void => undefined

/** The form as users will see it. Each part can be selected, moved and removed. */
export function BuilderSheet(props: BuilderSheetProps) {
  const { form, reader, sources, list, chosen, onChoose, onMove, onRemove, onAddAll, drag } = props
  const { t } = useTranslation()
  const nameOf = (part: FormField | FormSection): string =>
    part.kind === 'field' ? part.label : part.title === '' ? t('forms.section') : part.title
  const press = (event: KeyboardEvent, part: FormField | FormSection, at: number): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const isHandle = event.currentTarget instanceof HTMLElement && event.currentTarget.dataset['handle'] !== undefined
    if (by !== 0 && (event.altKey || isHandle)) {
      const to = Math.max(0, Math.min(form.parts.length - 1, at + by))
      onMove(idOf(part), to)
      // An element that moves in the document loses the focus.
      focusPart(list.current, to, isHandle ? '[data-handle]' : '[data-choose]')
    } else if (by !== 0) focusPart(list.current, at + by)
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      onRemove(idOf(part))
      focusPart(list.current, Math.max(0, at - 1))
    } else if (event.key === 'Escape') onChoose(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={sheet.sheet}>
      <Cover cover={form.cover} />
      <div className={classes(sheet.body, styles.sheetBody)}>
        <div className={styles.part} data-chosen={chosen === undefined || undefined}>
          <button
            type="button"
            className={styles.choose}
            aria-label={t('forms.editForm')}
            aria-pressed={chosen === undefined}
            onClick={() => onChoose(undefined)}
          />
          <div inert className={styles.seen}>
            <h1 className={sheet.title}>
              <bdi>{form.title}</bdi>
            </h1>
            {form.description !== '' && <MarkdownText text={form.description} className={styles.description} />}
          </div>
        </div>
        {form.parts.length === 0 && (
          <div className={styles.begin}>
            <p className={styles.beginTitle}>{t('forms.begin.title')}</p>
            <p>{t('forms.begin.text')}</p>
            <Button kind="main" icon="plus" onClick={onAddAll}>
              {t('forms.addAll')}
            </Button>
          </div>
        )}
        <ul
          ref={list}
          className={styles.parts}
          aria-label={t('forms.parts')}
          data-empty={form.parts.length === 0 || undefined}
          data-drop={(drag.drag?.at !== undefined && form.parts.length === 0) || undefined}
        >
          {form.parts.map((part, at) => {
            const id = idOf(part)
            const isLast = at === form.parts.length - 1
            const place = drag.drag?.at
            return (
              <li
                key={id}
                data-part={id}
                className={styles.part}
                data-chosen={chosen === id || undefined}
                data-carried={(drag.drag?.isNew === false && drag.drag.id === id) || undefined}
                data-before={place === at || undefined}
                data-after={(isLast && place === form.parts.length) || undefined}
              >
                <button
                  type="button"
                  className={styles.choose}
                  data-choose
                  aria-label={t(part.kind === 'field' ? 'forms.editField' : 'forms.editSection', {
                    name: nameOf(part),
                  })}
                  aria-pressed={chosen === id}
                  onClick={() => onChoose(id)}
                  onPointerDown={(event) => drag.start(event, { id, isNew: false })}
                  onKeyDown={(event) => press(event, part, at)}
                />
                <div inert className={styles.seen}>
                  {part.kind === 'section' ? (
                    <SectionHead section={{ ...part, title: nameOf(part) }} />
                  ) : (
                    <FieldBlock
                      field={part}
                      draft={firstDraft(part, reader)}
                      onChange={nothing}
                      reader={reader}
                      sources={sources}
                    />
                  )}
                </div>
                <div className={styles.marks}>
                  {part.kind === 'section' && part.step && <Badge kind="outlined">{t('forms.page')}</Badge>}
                  {part.kind === 'field' && part.conditions.length > 0 && (
                    <Badge kind="outlined">{t('forms.conditional')}</Badge>
                  )}
                  <button
                    type="button"
                    className={styles.handle}
                    data-handle
                    aria-label={t('forms.move', { name: nameOf(part) })}
                    title={t('forms.moveHint')}
                    onPointerDown={(event) => drag.start(event, { id, isNew: false })}
                    onKeyDown={(event) => press(event, part, at)}
                  >
                    <Icon name="grip" size={14} />
                  </button>
                  <IconButton
                    icon="close"
                    size="xs"
                    label={t('forms.remove', { name: nameOf(part) })}
                    onClick={() => onRemove(id)}
                  />
                </div>
              </li>
            )
          })}
        </ul>
        {form.parts.length > 0 && (
          <div inert className={styles.submit}>
            <Button kind="main" size="lg">
              {form.button.trim() === '' ? t('forms.submit') : form.button}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** Focuses the part at an index. */
export function focusPart(list: HTMLElement | null, at: number, control = '[data-choose]'): void {
  requestAnimationFrame(() => list?.children[at]?.querySelector<HTMLElement>(control)?.focus())
}
