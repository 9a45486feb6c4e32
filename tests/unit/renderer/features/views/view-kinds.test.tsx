import { viewKinds } from '@common/views'
import { allViewKinds, viewKindOf } from '@renderer/features/views'
import { expect, it } from 'vitest'

it('finds the declaration of each kind in its feature', () => {
  expect(allViewKinds.map(({ kind }) => kind)).toEqual(viewKinds)
  for (const kind of viewKinds) expect(viewKindOf(kind).create.id.toLowerCase()).toBe(`view.create${kind}`)
})
