import { useTranslation } from '@renderer/i18n'
import { Badge, Button, EmptyState, SearchField } from '@renderer/ui'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cardByArrow } from './arrow-keys'
import styles from './gallery.module.css'
import { galleryEntries, type GalleryPart } from './gallery-list'
import { SkeletonCard, TemplateCard } from './TemplateCard'
import type { Gallery } from './use-gallery'

/** Cards shown while the gallery loads (S2 §9). */
export const skeletonCards = 10

export interface TemplateGalleryProps {
  readonly gallery: Gallery
  readonly part: GalleryPart
  readonly search: string
  readonly onSearch: (text: string) => void
  /** Shows all templates again, without a search. */
  readonly onReset: () => void
  /** Id of the template whose detail is beside the cards. */
  readonly shownId?: string | undefined
  /** Address of a detail. Undefined inside a dialog, where `onOpen` shows it in place (S2 §2). */
  readonly addressOf?: (id: string) => string
  readonly onOpen: (id: string) => void
  readonly headingLevel: 1 | 2
  /** Buttons after the search. */
  readonly actions?: ReactNode
}

/** The cards of the gallery, with their search. Arrow keys lead from card to card. */
export function TemplateGallery(props: TemplateGalleryProps) {
  const { gallery, part, search, shownId, addressOf } = props
  const { t } = useTranslation()
  const cards = useRef<HTMLUListElement>(null)
  const entries = gallery.list && galleryEntries(gallery.list, part, search)
  const Heading = `h${props.headingLevel}` as const

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const all = [...(cards.current?.querySelectorAll<HTMLElement>('[data-template]') ?? [])]
    const at = all.findIndex((card) => card === document.activeElement)
    if (at < 0) return
    const places = all.map((card) => {
      const { top, left } = card.getBoundingClientRect()
      return { top: Math.round(top), left }
    })
    const next = all[cardByArrow(event.key, places, at) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }

  return (
    <section
      className={styles.gallery}
      aria-label={t('templates.title')}
      data-beside={shownId !== undefined || undefined}
    >
      <div className={styles.bar}>
        <Heading>{t('templates.title')}</Heading>
        {entries !== undefined && <Badge>{entries.length}</Badge>}
        <span className={styles.space} />
        <SearchField className={styles.search} label={t('templates.search')} value={search} onChange={props.onSearch} />
        {props.actions}
      </div>
      {gallery.isLoading ? (
        <>
          <span className="hidden-text" role="status">
            {t('templates.loading')}
          </span>
          <ul className={styles.cards} aria-busy="true">
            {Array.from({ length: skeletonCards }, (_, at) => (
              <SkeletonCard key={at} />
            ))}
          </ul>
        </>
      ) : entries === undefined || entries.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <ul ref={cards} className={styles.cards} aria-label={t('templates.title')} onKeyDown={press}>
          {entries.map((entry) => (
            <TemplateCard
              key={entry.id}
              entry={entry}
              isShown={entry.id === shownId}
              address={addressOf?.(entry.id)}
              onOpen={props.onOpen}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Says that there is nothing, and what to do about it: retry, or show all templates. */
function Nothing({ gallery, part, search, onReset }: TemplateGalleryProps) {
  const { t } = useTranslation()
  const isFiltered = search.trim() !== '' || part.kind !== 'all'
  const text = gallery.hasFailed
    ? t('templates.nothing.failed')
    : search.trim() !== ''
      ? t('templates.nothing.search', { search: search.trim() })
      : part.kind === 'saved'
        ? t('templates.nothing.saved')
        : t('templates.nothing.empty')
  return (
    <div className={styles.nothing}>
      <EmptyState
        title={t('templates.none')}
        headingLevel={2}
        text={text}
        action={
          gallery.hasFailed ? (
            <Button icon="reload" onClick={gallery.retry}>
              {t('ui.retry')}
            </Button>
          ) : isFiltered ? (
            <Button icon="close" onClick={onReset}>
              {t('templates.nothing.showAll')}
            </Button>
          ) : (
            <Button icon="reload" onClick={gallery.retry}>
              {t('ui.retry')}
            </Button>
          )
        }
      />
    </div>
  )
}
