import { formatRich, type MessageParams } from '@common/messages'
import { Fragment, type ReactNode } from 'react'
import { i18n } from './i18n'
import type { TranslationKey } from './keys'

export interface RichProps {
  /** Key of a message with tags: `Continue at <link>{address}</link>.` */
  readonly message: TranslationKey
  readonly params?: MessageParams
  /** The element that renders each tag. */
  readonly tags: Readonly<Record<string, (inside: ReactNode) => ReactNode>>
}

/** A whole sentence with markup inside, so that each language puts its words in its own order. */
export function Rich({ message, params, tags }: RichProps) {
  const [namespace = '', ...rest] = String(message).split('.')
  const { language } = i18n
  const found: unknown = i18n.getResource(language, namespace, rest.join('.'))
  const text = typeof found === 'string' ? found : message
  const made = Object.entries(tags).map(
    ([name, wrap]) =>
      [name, (inside: readonly ReactNode[], index: number) => <Fragment key={index}>{wrap(inside)}</Fragment>] as const,
  )
  return <>{formatRich<ReactNode>(text, params, language, Object.fromEntries(made))}</>
}
