import { useMemo } from 'react'
import { shortName } from '@common/util/short-name'
import { MarkdownText } from '@renderer/features/markdown'
import { commentParts } from './comment-text'
import styles from './comments.module.css'

export interface CommentTextProps {
  readonly text: string
  /** Addresses of people whom it names. */
  readonly mentions: readonly string[]
}

/** Signs that no text means anything by stand for people while the marks are read: an address would become a link. */
const [open, end] = ['\ue000', '\ue001']
const places = /\ue000(\d+)\ue001/

/** A comment with its marks of Markdown laid out and the people whom it names. */
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
