import type { Column, RatingIcon } from '@common/model'

/** Path data of 16-px shapes, filled. */
const shapes: Readonly<Record<RatingIcon, string>> = {
  star: 'M8 1.5l2 4.1 4.5.6-3.3 3.2.8 4.5L8 11.7l-4 2.2.8-4.5L1.5 6.2 6 5.6z',
  heart: 'M8 14 2.6 8.6a3.5 3.5 0 0 1 4.9-5l.5.5.5-.5a3.5 3.5 0 0 1 4.9 5z',
  thumb:
    'M2 7.2h2.4V14H2zM5.4 13.4V7.5L8 2.2c1.1 0 1.8.8 1.8 1.8l-.4 2.4h3.2c.9 0 1.6.8 1.4 1.7l-1 4.5c-.2.8-.8 1.4-1.6 1.4H7.2c-.8 0-1.8-.6-1.8-.6z',
  flag: 'M3.2 1.8v12.4h1.5V9.8h8.6L11 6l2.3-3.8H4.7v-.4z',
}

/** What a column's ratings are drawn with. */
export function ratingShape(column: Column): string {
  return shapes[column.options.icon ?? 'star']
}

/** For choosing one. */
export function ratingIconPath(icon: RatingIcon): string {
  return shapes[icon]
}
