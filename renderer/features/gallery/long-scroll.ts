/** Browsers draw nothing beyond some height of an element: what is longer is scrolled in larger steps. */
export const tallestPx = 8_000_000
/** At both ends a pixel is a pixel: the first and the last lines are reached exactly. */
const exactPx = 500_000

/** How a place in a list of any length goes with the place of a scroll bar of limited length. */
export interface LongScroll {
  /** Height of the element that is scrolled. */
  readonly height: number
  /** Where the list is, when the bar stands there. */
  readonly toList: (bar: number) => number
  /** Where the bar stands, when the list is there. */
  readonly toBar: (list: number) => number
  /** The farthest that the list can be scrolled. */
  readonly end: number
}

/**
 * @param total  height of the list
 * @param view  height of what is seen of it
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
  /** Where the bar has to be put, when it no longer goes with the list. */
  readonly bar: number | undefined
}

/** So far a bar may be from where it should be before it is put there. */
const driftPx = 100_000

/** What a person did who moved the bar: a short way moves the list by as much, a long one goes where the bar points. */
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
