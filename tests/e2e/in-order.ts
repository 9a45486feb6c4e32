/**
 * End-to-end files whose tests still continue from each other, so they run in the written order. All others run in
 * random order. Remove a file from the list once each of its tests creates what it needs; never add one.
 */
export const inOrder: readonly string[] = [
  'connections',
  'finding',
  'form',
  'formulas',
  'grid',
  'groups',
  'import',
  'links',
  'meta',
  'newcomer',
  'next-step',
  'palette',
  'production',
  'record',
  'record-panel',
  'sample',
  'shell',
  'steady',
  'views',
]
