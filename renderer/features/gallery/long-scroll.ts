/** Browsers draw nothing beyond a maximum element height. Longer lists scroll in larger steps. */
export const tallestPx = 8_000_000
/** At both ends a pixel is a pixel: the first and the last lines are reached exactly. */
const exactPx = 500_000

/** Maps positions in a list of any length to a scroll bar of limited length. */
export interface LongScroll {
  /** Height of the scrolled element. */
  readonly height: number
  /** Returns the list position for a scroll bar position. */
  readonly toList: (bar: number) => number
  /** Returns the scroll bar position for a list position. */
  readonly toBar: (list: number) => number
  /** The farthest that the list can be scrolled. */
  readonly end: number
}

/**
 * @param total  height of the list
 * @param view  height of the viewport
 */
export function longScroll(total: number, view: number): LongScroll {
  const end = Math.max(0, total - view)
  const within = (place: number): number => Math.max(0, Math.min(end, place))
  if (total <= tallestPx) return { height: total, toList: within, toBar: within, end }
  const barEnd = tallestPx - view
  const ratio = (end - exactPx * 2) / (barEnd - exactPx * 2)
  return {
    height: tallestPx,
    end,
    toList: (bar) => {
      if (bar <= exactPx) return within(bar)
      if (bar >= barEnd - exactPx) return within(end - (barEnd - bar))
      return exactPx + (bar - exactPx) * ratio
    },
    toBar: (list) => {
      if (list <= exactPx) return Math.max(0, list)
      if (list >= end - exactPx) return barEnd - (end - Math.min(end, list))
      return exactPx + (list - exactPx) / ratio
    },
  }
}

export interface Scrolled {
  /** Where the list is now. */
  readonly list: number
  /** New scroll bar position, if the bar no longer matches the list. */
  readonly bar: number | undefined
}

/** So far a bar may be from where it should be before it is put there. */
const driftPx = 100_000

/**
 * Returns the effect of a moved scroll bar. A short move scrolls the list by the same distance; a long one jumps to the
 * position that the bar shows.
 */
export function scrolled(scroll: LongScroll, view: number, list: number, before: number, bar: number): Scrolled {
  if (scroll.height < tallestPx) return { list: scroll.toList(bar), bar: undefined }
  const by = bar - before
  if (Math.abs(by) > view * 2) return { list: scroll.toList(bar), bar: undefined }
  const next = Math.max(0, Math.min(scroll.end, list + by))
  const right = scroll.toBar(next)
  const isExact = next <= exactPx || next >= scroll.end - exactPx || bar <= exactPx || bar >= tallestPx - view - exactPx
  const drift = Math.abs(right - bar)
  return { list: next, bar: drift > driftPx || (isExact && drift >= 1) ? right : undefined }
}
