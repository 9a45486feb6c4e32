import { useTranslation } from '@renderer/i18n'
import { EmptyState, useTitle } from '@renderer/ui'
import { useEffect, useRef, type RefObject } from 'react'
import { Link, useLocation, useNavigationType, useParams } from 'react-router-dom'
import { DocNav } from './DocNav'
import { docPath } from './doc-pages'
import { DocText, headingId } from './DocText'
import styles from './docs.module.css'
import { docGroups, docPage } from './library'

/** The documentation: the open page, with the list of pages and a search beside it. */
export function DocsPage() {
  const { t } = useTranslation()
  const { page: name } = useParams()
  const page = name === undefined ? undefined : docPage(name)
  const pane = useRef<HTMLElement>(null)
  useTitle(page?.title ?? t('docs.title'))
  useReadingPlace(pane)
  return (
    <div className={styles.frame}>
      <DocNav current={page} />
      <article ref={pane} className={styles.pane} data-region tabIndex={-1} aria-labelledby={headingId('')}>
        <div className={styles.page}>
          {name === undefined ? (
            <DocList />
          ) : page === undefined ? (
            <MissingPage name={name} />
          ) : (
            <DocText page={page} />
          )}
        </div>
      </article>
    </div>
  )
}

/** All pages with their purposes. */
function DocList() {
  const { t } = useTranslation()
  return (
    <>
      <h1 id={headingId('')} tabIndex={-1}>
        {t('docs.title')}
      </h1>
      {docGroups.map(({ title, pages }) => (
        <section key={title} className={styles.group}>
          <h2>{title}</h2>
          <ul className={styles.cards}>
            {pages.map((page) => (
              <li key={page.name}>
                <Link className={styles.card} to={docPath(page.name)}>
                  <span className={styles.cardTitle}>{page.title}</span>
                  <span className={styles.cardText}>{page.purpose}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function MissingPage({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  return (
    <div id={headingId('')} tabIndex={-1}>
      <EmptyState
        headingLevel={1}
        title={t('docs.missing', { name })}
        action={<Link to="/docs">{t('docs.allPages')}</Link>}
      />
    </div>
  )
}

/** How far pages of this window were scrolled, by the key of their history entry. */
const readingPlaces = new Map<string, number>()

/** Focuses the heading of the address and scrolls to it. Back and forward restore the scroll position. */
function useReadingPlace(pane: RefObject<HTMLElement | null>): void {
  const { key, pathname, hash } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    const box = pane.current
    if (box === null) return undefined
    const anchor = decodeURIComponent(hash.slice(1))
    const heading = document.getElementById(headingId(anchor)) ?? document.getElementById(headingId(''))
    heading?.focus({ preventScroll: true })
    const place = isBack ? readingPlaces.get(key) : undefined
    if (place !== undefined) box.scrollTop = place
    else if (anchor === '') box.scrollTop = 0
    else heading?.scrollIntoView({ block: 'start' })
    const remember = (): void => void readingPlaces.set(key, box.scrollTop)
    box.addEventListener('scroll', remember, { passive: true })
    return () => box.removeEventListener('scroll', remember)
  }, [key, pathname, hash, isBack, pane])
}
