/** Which of some hits comes after the one shown last, or before it; round and round. */
export function nextHit(last: number | undefined, count: number, isBack: boolean): number {
  if (last === undefined || last >= count) return isBack ? count - 1 : 0
  return (last + (isBack ? -1 : 1) + count) % count
}
