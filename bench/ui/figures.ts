import type { Finding } from '../report'

export const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0

export function atMost(name: string, unit: Finding['unit'], ours: number, most: number): Finding {
  return { name, unit, ours, limit: most, ratio: ours / most, target: `≤ ${most} ${unit}`, met: ours <= most }
}
