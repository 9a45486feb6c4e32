import type { Column, RatingIcon } from '@common/model'
import { iconPaths } from './icon-paths'

const paths: Readonly<Record<RatingIcon, string>> = {
  star: iconPaths.starFilled,
  heart: iconPaths.heartFilled,
  thumb: iconPaths.thumbUpFilled,
  flag: iconPaths.flagFilled,
}

/** Returns the path data of a column's rating icon: to fill, in a 24 × 24 box. */
export function ratingShape(column: Column): string {
  return paths[column.options.icon ?? 'star']
}

/** Path data of one rating icon: to fill, in a box of 24. */
export function ratingIconPath(icon: RatingIcon): string {
  return paths[icon]
}
