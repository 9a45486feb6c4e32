import { MarkdownText } from '@renderer/features/markdown'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { copyText, Icon, IconButton, useShownScheme } from '@renderer/ui'
import { createElement, useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { docPath, readLink, type DocPage, type DocSection } from './doc-pages'
import styles from './docs.module.css'
import { docPage, docPicture } from './library'

/** Returns the id of a heading on the screen. The page's title has an empty anchor. */
export const headingId = (anchor: string): string => (anchor === '' ? 'doc-title' : `doc-at-${anchor}`)

/** One page: headings with links to themselves, links between pages, code to copy. */
export function DocText({ page }: { readonly page: DocPage }) {
  return page.sections.map((section) => <Section key={section.anchor} page={page.name} section={section} />)
}

function Section({ page, section }: { readonly page: string; readonly section: DocSection }) {
  const link = useCallback(
    (href: string, text: string, children: ReactNode): ReactNode => {
      const to = readLink(href, page)
      const target = to === undefined ? undefined : docPage(to.page)
      if (to === undefined || target === undefined) return undefined
      // Pages link to each other by file name, which readers of the application don't see.
      return <Link to={docPath(to.page, to.anchor)}>{text === `${to.page}.md` ? target.title : children}</Link>
    },
    [page],
  )
  return (
    <>
      <SectionHeading page={page} section={section} />
      {section.body !== '' && (
        <MarkdownText
          className={styles.text}
          text={section.body}
          breaks={false}
          link={link}
          image={(href, text) => <Picture href={href} text={text} />}
          code={(text) => <Code text={text} />}
          table={(table) => <Table>{table}</Table>}
        />
      )}
    </>
  )
}

function SectionHeading({ page, section }: { readonly page: string; readonly section: DocSection }) {
  const { t } = useTranslation()
  const { anchor, title, depth } = section
  return createElement(
    `h${depth}`,
    { id: headingId(anchor), tabIndex: -1, className: styles.heading, dir: 'auto' },
    title,
    anchor !== '' && (
      <Link className={styles.anchor} to={docPath(page, anchor)} aria-label={t('docs.linkTo', { heading: title })}>
        <Icon name="link" size={14} />
      </Link>
    ),
  )
}

/** A picture of the documentation. Others load nothing: their words replace them. */
function Picture({ href, text }: { readonly href: string; readonly text: string }) {
  const address = docPicture(href, useShownScheme())
  return address === undefined ? text : <img className={styles.picture} src={address} alt={text} loading="lazy" />
}

function Code({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.code} dir="ltr">
      <Scroller label={t('docs.code')}>
        <pre>
          <code>{text}</code>
        </pre>
      </Scroller>
      <IconButton className={styles.copy} icon="copy" label={t('docs.copy')} onClick={() => void copy()} />
    </div>
  )

  async function copy(): Promise<void> {
    await copyText(text)
    toast.success(sentence('docs.copied'))
  }
}

function Table({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={styles.table}>
      <Scroller label={t('docs.table')}>{children}</Scroller>
    </div>
  )
}

/** Scrolls content wider than the page sideways. It is focusable only in that case. */
function Scroller({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isWide, setIsWide] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setIsWide(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} className={styles.scroller} {...(isWide ? { role: 'group', tabIndex: 0, 'aria-label': label } : {})}>
      {children}
    </div>
  )
}
