import { useTranslation } from '@renderer/i18n'
import type { WhyLine, WhyReason } from './why-lines'

/** Returns functions that name a hidden thing and say why it is hidden. */
export function useWhyWords(role: string) {
  const { t } = useTranslation()
  const reason = (of: WhyReason, isHidden: boolean): string =>
    of.because === 'madeFromHidden'
      ? t('why.made', { table: of.table, column: of.column })
      : t('why.because', { because: of.because, isHidden: String(isHidden), role })
  return {
    name: (line: WhyLine): string => {
      switch (line.kind) {
        case 'column':
          return line.title
        case 'view':
          return t('why.view', { view: line.title })
        case 'rows':
          return t('why.otherRows')
        case 'right':
          return t(`why.rights.${line.right}`)
        case 'table':
          return t('why.wholeTable')
      }
    },
    reason: (line: WhyLine): string => {
      switch (line.kind) {
        case 'column':
          return reason(line.reason, line.access === 'hidden')
        case 'table':
          return reason(line.reason, true)
        case 'view':
          return reason({ because: 'disabled' }, true)
        case 'rows':
          return t('why.rowRule', { columns: line.columns, role })
        case 'right':
          return t('why.because', { because: 'right', isHidden: 'true', role })
      }
    },
    place: ({ place: { to } }: Pick<WhyLine, 'place'>): string => t(`why.places.${to}`),
  }
}
