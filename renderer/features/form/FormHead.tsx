import type { FormCover } from '@common/views/form'
import type { FormSection } from '@common/views/form-fields'
import { MarkdownText } from '@renderer/features/markdown'
import styles from './form.module.css'

/** The colour over a form. */
export function Cover({ cover }: { readonly cover: FormCover }) {
  if (cover === 'none') return null
  return (
    <div className={styles.cover} data-cover={cover} aria-hidden="true">
      <svg viewBox="0 0 640 96" preserveAspectRatio="xMaxYMax slice">
        <path d="M405 96C452 62 486 52 516 66c30 15 55 36 92 25 14-4 24-11 32-20v25z" fill="currentColor" />
      </svg>
    </div>
  )
}

/** A heading between fields, with a description. */
export function SectionHead({ section }: { readonly section: Pick<FormSection, 'title' | 'text'> }) {
  return (
    <div className={styles.section}>
      {section.title !== '' && (
        <h2 className={styles.sectionTitle}>
          <bdi>{section.title}</bdi>
        </h2>
      )}
      {section.text !== '' && <MarkdownText text={section.text} className={styles.text} />}
    </div>
  )
}
