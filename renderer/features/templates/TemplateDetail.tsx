import { colorOf } from '@common/columns/values/person'
import { messageOf, isApiError, type ApiError } from '@renderer/api'
import { DiagramExplorer, DiagramPicture } from '@renderer/features/erd'
import { useTranslation } from '@renderer/i18n'
import { Chip, Dialog, EmptyState, ErrorState, IconButton, Skeleton, TextButton } from '@renderer/ui'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import styles from './detail.module.css'
import type { TemplateFacts } from './read-template'
import { sampleTables } from './sample-rows'
import { SampleRows, sampleRowsShown } from './SampleRows'
import { TemplateCover } from './TemplateCover'
import { templateDiagram } from './template-diagram'

export interface TemplateDetailProps {
  readonly facts: TemplateFacts
  /** Returns to the gallery. */
  readonly onClose: () => void
  /** Edit and Use template, beside the title. */
  readonly actions?: ReactNode
  /** Names of tables that stopped an import, and what else needs an answer. */
  readonly notice?: ReactNode
  readonly headingLevel: 1 | 2
  /** True inside a dialog, whose cross closes it: the detail then has an arrow back. */
  readonly inPlace?: boolean
}

/** Header image, title, description and the read-only tables of a template (S2 §2). */
export function TemplateDetail({
  facts,
  onClose,
  actions,
  notice,
  headingLevel,
  inPlace = false,
}: TemplateDetailProps) {
  const { t } = useTranslation()
  const { title, description, image, category, tags, draft } = facts
  const [isWhole, setWhole] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const Heading = `h${headingLevel}` as const
  const diagram = useMemo(() => templateDiagram(draft, { allColumns: false }), [draft])
  const whole = useMemo(() => templateDiagram(draft, { allColumns: true }), [draft])
  const samples = useMemo(() => sampleTables(draft, sampleRowsShown), [draft])
  // Readers and keys go on where the new content begins.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <article className={styles.detail} aria-label={title} data-in-place={inPlace || undefined}>
      <TemplateCover image={image} title={title} category={category} large>
        <span className={styles.close}>
          <IconButton
            icon={inPlace ? 'chevronLeft' : 'close'}
            mirrored={inPlace}
            size="sm"
            label={t('templates.back')}
            onClick={onClose}
          />
        </span>
      </TemplateCover>
      <div className={styles.body}>
        <div className={styles.top}>
          <div className={styles.names}>
            <Heading ref={heading} tabIndex={-1} className={styles.title}>
              <bdi>{title}</bdi>
            </Heading>
            <p className={styles.quiet}>{byline()}</p>
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
        {notice}
        {description !== '' && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        {tags.length > 0 && (
          <ul className={styles.tags} aria-label={t('templates.tags')}>
            {tags.map((tag) => (
              <li key={tag}>
                <Chip color={colorOf(tag)}>{tag}</Chip>
              </li>
            ))}
          </ul>
        )}
        <section className={styles.part} aria-label={t('templates.diagram.title')}>
          <div className={styles.partHead}>
            <h3>{t('templates.diagram.title')}</h3>
            <span className={styles.quiet}>
              {t('templates.diagram.counts', { tables: facts.tables, relations: diagram.relations.length })}
            </span>
            {diagram.tables.length > 0 && (
              <TextButton onClick={() => setWhole(true)}>{t('templates.diagram.whole')}</TextButton>
            )}
          </div>
          <div className={styles.diagram}>
            {diagram.tables.length === 0 ? (
              <p className={styles.noRows}>{t('templates.diagram.none')}</p>
            ) : (
              <DiagramPicture diagram={diagram} />
            )}
          </div>
        </section>
        <SampleRows tables={samples} />
      </div>
      {isWhole && (
        <Dialog
          opened
          width={1120}
          flush
          withCross
          leave={null}
          title={t('templates.diagram.of', { title })}
          action={t('ui.close')}
          onClose={() => setWhole(false)}
          onSubmit={() => setWhole(false)}
        >
          <div className={styles.whole}>
            <DiagramExplorer diagram={whole} />
          </div>
        </Dialog>
      )}
    </article>
  )

  /** “By Basalt · 7 tables · 48 columns · 3,500 sample rows” (mock t). */
  function byline(): string {
    const { entry, from, tables, columns, rows } = facts
    // Without an author, it is one of ours.
    const author = from ?? (entry?.origin === 'remote' ? t('templates.otherService') : entry?.author)
    return t('templates.byline', { author: author ?? '', tables, columns, rows })
  }
}

/** The detail while it loads, and what to do if it can't be loaded. */
export function DetailState(props: {
  readonly error: ApiError | null
  readonly isFetching: boolean
  readonly onRetry: () => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { error, isFetching, onRetry, onClose } = props
  if (error === null || (isFetching && !isApiError(error, 'TEMPLATE_NOT_FOUND')))
    return (
      <div className={styles.detail} aria-busy="true">
        <span className="hidden-text" role="status">
          {t('templates.loadingOne')}
        </span>
        <div className={styles.skeletonCover} />
        <div className={styles.body} aria-hidden="true">
          <Skeleton width={180} height={20} />
          <Skeleton width="60%" />
          <Skeleton width="40%" />
          <Skeleton height={220} />
        </div>
      </div>
    )
  return (
    <div className={styles.detail}>
      {isApiError(error, 'TEMPLATE_NOT_FOUND') ? (
        <EmptyState
          headingLevel={2}
          title={t('templates.unknown.title')}
          text={t('templates.unknown.text')}
          action={<TextButton onClick={onClose}>{t('templates.unknown.showAll')}</TextButton>}
        />
      ) : (
        <ErrorState title={t('templates.failed')} text={messageOf(error)} onRetry={onRetry} retrying={isFetching} />
      )}
    </div>
  )
}
