import { localeTag } from '@renderer/i18n'

/** Returns a number of bytes in kilobytes or megabytes. */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const)
  const format = new Intl.NumberFormat(localeTag(), {
    style: 'unit',
    unit,
    maximumFractionDigits: bytes < size ? 1 : 0,
  })
  return format.format(bytes / size)
}
