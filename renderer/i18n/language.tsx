import { memo as memoComponent, type ComponentType, type NamedExoticComponent, type ReactNode } from 'react'
import { i18n } from './i18n'
import { useTranslation } from './translate'

/** Returns the code of the page's language. The component renders again when the language changes. */
export function useLanguage(): string {
  useTranslation()
  return i18n.language
}

/**
 * React's `memo` for components of this page: also renders again when the language changes, with everything below. Use
 * it instead of React's, so that a switch of the language needs no new page. An architecture test enforces this.
 */
export function memo<Props extends object>(
  render: (props: Props) => ReactNode,
  isSame?: (before: Readonly<Props>, after: Readonly<Props>) => boolean,
): NamedExoticComponent<Props> {
  return memoComponent(function Translated(props: Props) {
    useLanguage()
    return render(props)
  }, isSame)
}

/** Returns a page that renders again when the language changes. The router doesn't render its pages again. */
export function translated<Props extends object>(Page: ComponentType<Props>): ComponentType<Props> {
  return function Translated(props: Props) {
    useLanguage()
    return <Page {...props} />
  }
}
