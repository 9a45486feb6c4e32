import { t } from '@renderer/i18n'
import { shownRights } from './rules'

const leastPx = 212
/** Column of the button, and room between two words. */
const buttonPx = 36
const gapPx = 8

/** Returns the width of a role whose words of rights fit beside each other in the language of the page. */
export function roleWidth(): number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return leastPx
  // As `.rightHead` shows them.
  context.font = `11px ${getComputedStyle(document.documentElement).getPropertyValue('--sans')}`
  const longest = Math.max(...shownRights.map((right) => context.measureText(t(`access.rights.${right}`)).width))
  return Math.max(leastPx, Math.ceil(longest + gapPx) * shownRights.length + buttonPx)
}
