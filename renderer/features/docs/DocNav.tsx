import { useTranslation } from '@renderer/i18n'
import { classes, SearchField } from '@renderer/ui'
import { useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react'
import { Link, NavLink, useNavigate } from 'react-router-dom'
import { docPath, type DocPage } from './doc-pages'
import styles from './docs.module.css'
import { docGroups, docPages } from './library'
import { cutAtWords, searchDocs, wordsOf, type DocHit } from './search-docs'

/** The pages by group, or the search results. Arrow keys move between the lines. */
export function DocNav({ current }: { readonly current: DocPage | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const hits = useMemo(() => searchDocs(docPages, query), [query])
  return (
    <nav className={styles.nav} data-region aria-label={t('docs.pages')} onKeyDown={walk}>
      <form
        role="search"
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = searchDocs(docPages, typed)
          if (first !== undefined) void navigate(first.path)
        }}
      >
        <SearchField label={t('docs.search')} value={typed} onChange={setTyped} />
      </form>
      <div className="hidden-text" role="status">
        {query !== '' && t('docs.found', { count: hits.length })}
      </div>
      <div className={styles.lists}>
        {query === '' ? <PageLists current={current} /> : <Hits hits={hits} query={query} />}
      </div>
    </nav>
  )
}

/** Arrow keys go from the field to the lines and between them. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function PageLists({ current }: { readonly current: DocPage | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <NavLink end className={classes(styles.line, styles.all)} to="/docs">
        {t('docs.allPages')}
      </NavLink>
      {docGroups.map(({ title, pages }) => (
        <section key={title}>
          <h2 className={styles.groupTitle}>{title}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page.name}>
                <NavLink className={styles.line} to={docPath(page.name)}>
                  {page.title}
                </NavLink>
                {page === current && <Headings page={page} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Headings({ page }: { readonly page: DocPage }) {
  const headings = page.sections.filter(({ depth }) => depth === 2)
  if (headings.length === 0) return null
  return (
    <ul className={styles.headings}>
      {headings.map(({ anchor, title }) => (
        <li key={anchor}>
          <Link className={styles.line} to={docPath(page.name, anchor)}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Hits({ hits, query }: { readonly hits: readonly DocHit[]; readonly query: string }) {
  const { t } = useTranslation()
  const words = wordsOf(query)
  if (hits.length === 0)
    return (
      <p className={styles.none}>
        {t('docs.none', { query })}
        <span>{t('docs.noneHint')}</span>
      </p>
    )
  return (
    <ul aria-label={t('docs.results')}>
      {hits.map(({ path, page, heading, excerpt }) => (
        <li key={path}>
          <Link className={styles.hit} to={path}>
            <span className={styles.hitTitle}>
              <Marked text={heading ?? page} words={words} />
            </span>
            {heading !== undefined && <span className={styles.hitPage}>{page}</span>}
            {excerpt !== '' && (
              <span className={styles.hitText} dir="auto">
                <Marked text={excerpt} words={words} />
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  return cutAtWords(text, words).map((part, at) => (at % 2 === 0 ? part : <mark key={at}>{part}</mark>))
}
