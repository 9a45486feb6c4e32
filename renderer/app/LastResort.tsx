import { t } from '@renderer/i18n'
import { Component, type ReactNode } from 'react'

/** When even the error page cannot be drawn (S1 §8): words, and a plain link. */
export class LastResort extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <main style={{ padding: 48 }}>
        <h1>{t('errorPages.error')}</h1>
        <p>{t('errorPages.whileShowing')}</p>
        <p>
          <a href="./">{t('errorPages.home')}</a>
        </p>
      </main>
    )
  }
}
