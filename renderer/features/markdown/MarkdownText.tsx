import { classes } from '@renderer/ui'
import { lexer, type Token, type Tokens } from 'marked'
import { createElement, Fragment, useMemo, type ReactNode } from 'react'
import styles from './markdown.module.css'

/** Longer texts appear as plain text: rendering them would block the page. */
const laidOutMax = 50_000

/** How some parts are drawn. */
interface Parts {
  /** Words that have no mark of their own. */
  readonly words: (text: string) => ReactNode
  /** A link. Undefined falls back to the default: a web link in a new tab, or plain words. */
  readonly link: (href: string, text: string, children: ReactNode) => ReactNode
  /** A picture. Default: a link with its words. */
  readonly image: (href: string, text: string) => ReactNode
  readonly code: (text: string) => ReactNode
  readonly table: (table: ReactNode) => ReactNode
}

export interface MarkdownTextProps extends Partial<Parts> {
  readonly text: string
  readonly className?: string | undefined
  /** Preserves single line breaks, as users type them in comments. Default: true. */
  readonly breaks?: boolean
}

/**
 * Renders Markdown as our own elements. HTML in the text stays text, and external pictures don't load. Links open only
 * web, mail and telephone addresses.
 */
export function MarkdownText({
  text,
  className,
  breaks = true,
  words = (given) => given,
  link = () => undefined,
  image = (href, alternative) => webLink(href, alternative === '' ? href : alternative),
  code = (given) => (
    <pre dir="ltr">
      <code>{words(given)}</code>
    </pre>
  ),
  table = (given) => given,
}: MarkdownTextProps) {
  const tokens = useMemo(
    () => (text.length > laidOutMax ? undefined : lexer(text, { gfm: true, breaks })),
    [text, breaks],
  )
  return (
    <div className={classes(styles.markdown, className)} dir="auto">
      {tokens === undefined ? (
        <p className={styles.plain}>{words(text)}</p>
      ) : (
        blocks(tokens, { words, link, image, code, table })
      )}
    </div>
  )
}

function blocks(tokens: readonly Token[], parts: Parts): ReactNode {
  return tokens.map((token, at) => <Fragment key={at}>{block(token, parts)}</Fragment>)
}

function block(token: Token, parts: Parts): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading
      // The panel's own title ranks above all headings.
      return createElement(`h${Math.min(6, depth + 2)}`, { className: styles.heading }, inline(tokens, parts))
    }
    case 'hr':
      return <hr />
    case 'code':
      return parts.code((token as Tokens.Code).text)
    case 'blockquote':
      return <blockquote>{blocks((token as Tokens.Blockquote).tokens, parts)}</blockquote>
    case 'list':
      return list(token as Tokens.List, parts)
    case 'table':
      return parts.table(table(token as Tokens.Table, parts))
    case 'paragraph':
      return <p>{inline((token as Tokens.Paragraph).tokens, parts)}</p>
    case 'text': {
      const { tokens, text } = token as Tokens.Text
      return tokens === undefined ? parts.words(text) : inline(tokens, parts)
    }
    default:
      return <p>{parts.words(token.raw)}</p>
  }
}

function list({ ordered, start, items }: Tokens.List, parts: Parts): ReactNode {
  const lines = items.map(({ task, checked, tokens }, at) => (
    <li key={at} className={task ? styles.task : undefined}>
      {task && <input type="checkbox" checked={checked === true} readOnly disabled aria-hidden="true" />}
      {blocks(tokens, parts)}
    </li>
  ))
  return ordered ? <ol {...(typeof start === 'number' ? { start } : {})}>{lines}</ol> : <ul>{lines}</ul>
}

function table({ header, rows }: Tokens.Table, parts: Parts): ReactNode {
  return (
    <table>
      {/* Markdown has no table without a head: an empty one is left out. */}
      {header.some(({ text }) => text !== '') && (
        <thead>
          <tr>
            {header.map(({ tokens }, at) => (
              <th key={at}>{inline(tokens, parts)}</th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {row.map(({ tokens }, at) => (
              <td key={at}>{inline(tokens, parts)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function inline(tokens: readonly Token[], parts: Parts): ReactNode {
  return tokens.map((token, at) => <Fragment key={at}>{phrase(token, parts)}</Fragment>)
}

function phrase(token: Token, parts: Parts): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline((token as Tokens.Strong).tokens, parts)}</strong>
    case 'em':
      return <em>{inline((token as Tokens.Em).tokens, parts)}</em>
    case 'del':
      return <del>{inline((token as Tokens.Del).tokens, parts)}</del>
    case 'codespan':
      return <code>{parts.words((token as Tokens.Codespan).text)}</code>
    case 'br':
      return <br />
    case 'link': {
      const { href, text, tokens } = token as Tokens.Link
      const children = inline(tokens, parts)
      return parts.link(href, text, children) ?? webLink(href, children)
    }
    case 'image': {
      const { href, text } = token as Tokens.Image
      return parts.image(href, text)
    }
    case 'escape':
      return (token as Tokens.Escape).text
    case 'text': {
      const { tokens, text } = token as Tokens.Text
      return tokens === undefined ? parts.words(text) : inline(tokens, parts)
    }
    default:
      return parts.words(token.raw)
  }
}

function webLink(href: string, children: ReactNode): ReactNode {
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(href)) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
