/** Returns the index of the next or previous hit; wraps around at the ends. */
export function nextHit(last: number | undefined, count: number, isBack: boolean): number {
  if (last === undefined || last >= count) return isBack ? count - 1 : 0
  return (last + (isBack ? -1 : 1) + count) % count
}
