import { t } from '@renderer/i18n'

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** Returns a size in readable units: `1.2 MB`. */
export function sizeText(bytes: number, locale: string): string {
  const power = bytes < 1_000_000 ? 0 : bytes < 1_000_000_000 ? 1 : 2
  const shown = bytes === 0 ? 0 : Math.max(0.1, bytes / 1_000 ** (power + 1))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power],
    unitDisplay: 'short',
    maximumFractionDigits: shown < 10 ? 1 : 0,
  }).format(shown)
}

/** How far an upload is: `1.2 MB of 20 MB`. */
export function sentText(sent: number, size: number, locale: string): string {
  return t('attachments.sent', { sent: sizeText(sent, locale), size: sizeText(size, locale) })
}
