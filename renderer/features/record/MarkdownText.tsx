import { classes } from '@renderer/ui'
import { lexer, type Token, type Tokens } from 'marked'
import { createContext, createElement, Fragment, useContext, useMemo, type ReactNode } from 'react'
import styles from './markdown.module.css'

/** Longer texts are shown as they are written: laying them out would hold up the page. */
const laidOutMax = 50_000

export interface MarkdownTextProps {
  readonly text: string
  readonly className?: string | undefined
  /** How words are shown that have no mark of their own. */
  readonly words?: (text: string) => ReactNode
}

const asTheyAre = (text: string): ReactNode => text
const Words = createContext<(text: string) => ReactNode>(asTheyAre)

function Plain({ text }: { readonly text: string }) {
  return useContext(Words)(text)
}

/**
 * A text with the marks of Markdown laid out. The marks become elements of ours, one by one: HTML in the text stays
 * text, pictures from elsewhere are not loaded, and links lead only where a page, a mailbox or a telephone answers.
 */
export function MarkdownText({ text, className, words = asTheyAre }: MarkdownTextProps) {
  const tokens = useMemo(
    () => (text.length > laidOutMax ? undefined : lexer(text, { gfm: true, breaks: true })),
    [text],
  )
  return (
    <div className={classes(styles.markdown, className)} dir="auto">
      <Words value={words}>
        {tokens === undefined ? <p className={styles.plain}>{words(text)}</p> : blocks(tokens)}
      </Words>
    </div>
  )
}

function blocks(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, at) => <Fragment key={at}>{block(token)}</Fragment>)
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading
      // The panel's own title stands above all of them.
      return createElement(`h${Math.min(6, depth + 2)}`, { className: styles.heading }, inline(tokens))
    }
    case 'hr':
      return <hr />
    case 'code':
      return (
        <pre dir="ltr">
          <code>
            <Plain text={(token as Tokens.Code).text} />
          </code>
        </pre>
      )
    case 'blockquote':
      return <blockquote>{blocks((token as Tokens.Blockquote).tokens)}</blockquote>
    case 'list':
      return list(token as Tokens.List)
    case 'table':
      return table(token as Tokens.Table)
    case 'paragraph':
      return <p>{inline((token as Tokens.Paragraph).tokens)}</p>
    case 'text': {
      const { tokens, text } = token as Tokens.Text
      return tokens === undefined ? <Plain text={text} /> : inline(tokens)
    }
    default:
      return (
        <p>
          <Plain text={token.raw} />
        </p>
      )
  }
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const lines = items.map(({ task, checked, tokens }, at) => (
    <li key={at} className={task ? styles.task : undefined}>
      {task && <input type="checkbox" checked={checked === true} readOnly disabled aria-hidden="true" />}
      {blocks(tokens)}
    </li>
  ))
  return ordered ? <ol {...(typeof start === 'number' ? { start } : {})}>{lines}</ol> : <ul>{lines}</ul>
}

function table({ header, rows }: Tokens.Table): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          {header.map(({ tokens }, at) => (
            <th key={at}>{inline(tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {row.map(({ tokens }, at) => (
              <td key={at}>{inline(tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function inline(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, at) => <Fragment key={at}>{phrase(token)}</Fragment>)
}

function phrase(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline((token as Tokens.Strong).tokens)}</strong>
    case 'em':
      return <em>{inline((token as Tokens.Em).tokens)}</em>
    case 'del':
      return <del>{inline((token as Tokens.Del).tokens)}</del>
    case 'codespan':
      return (
        <code>
          <Plain text={(token as Tokens.Codespan).text} />
        </code>
      )
    case 'br':
      return <br />
    case 'link': {
      const { href, tokens } = token as Tokens.Link
      return link(href, inline(tokens))
    }
    case 'image': {
      const { href, text } = token as Tokens.Image
      return link(href, text === '' ? href : text)
    }
    case 'escape':
      return (token as Tokens.Escape).text
    case 'text': {
      const { tokens, text } = token as Tokens.Text
      return tokens === undefined ? <Plain text={text} /> : inline(tokens)
    }
    default:
      return <Plain text={token.raw} />
  }
}

function link(href: string, children: ReactNode): ReactNode {
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(href)) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
