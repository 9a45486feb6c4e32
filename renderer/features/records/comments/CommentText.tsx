import { useMemo } from 'react'
import { shortName } from '@common/util/short-name'
import { MarkdownText } from '@renderer/features/markdown'
import { commentParts } from './comment-text'
import styles from './comments.module.css'

export interface CommentTextProps {
  readonly text: string
  /** Addresses of mentioned people. */
  readonly mentions: readonly string[]
}

/** Private-use characters stand for mentions while Markdown is parsed, because an address would become a link. */
const [open, end] = ['\ue000', '\ue001']
const places = /\ue000(\d+)\ue001/

/** Renders a comment's Markdown and mentions. */
export function CommentText({ text, mentions }: CommentTextProps) {
  const { marked, people } = useMemo(() => {
    const named: string[] = []
    const parts = commentParts(text.replaceAll(/[\ue000\ue001]/g, ''), mentions)
    const whole = parts.map((part) => ('text' in part ? part.text : `${open}${named.push(part.person) - 1}${end}`))
    return { marked: whole.join(''), people: named }
  }, [text, mentions])
  return (
    <MarkdownText
      text={marked}
      className={styles.text}
      words={(given) =>
        given.split(places).map((piece, at) => {
          const person = people[Number(piece)]
          if (at % 2 === 0 || person === undefined) return piece
          return (
            <span key={at} className={styles.mention} title={person}>
              @{shortName(person)}
            </span>
          )
        })
      }
    />
  )
}
