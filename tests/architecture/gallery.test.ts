import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allSources, expectNone, isNode, keyName } from './sources'

/** Returns the components that `renderer/ui` exports: names in capitals, without types. */
function exportedComponents(): string[] {
  const [, ...groups] = readFileSync('renderer/ui/index.ts', 'utf8').split(/^export \{/m)
  return groups.flatMap((group) =>
    (group.split('}')[0] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^[A-Z]/.test(name)),
  )
}

/** Returns the names of elements in the gallery: `Button` of `<Button>`, `AppBarStart` of `<AppBarStart.Fill>`. */
function drawnInGallery(): ReadonlySet<string> {
  return new Set(
    allSources()
      .filter(({ path }) => path.startsWith('renderer/features/inspire/'))
      .flatMap(({ nodes }) => nodes)
      .filter(({ type }) => type === 'JSXOpeningElement')
      .map(({ name }) => {
        if (!isNode(name)) return ''
        const owner = name['object']
        return (isNode(owner) ? (keyName(owner) ?? owner['name']) : name['name']) as string
      }),
  )
}

it('every component of renderer/ui is on the gallery page', () => {
  const components = exportedComponents()
  expect(components.length).toBeGreaterThan(60)
  const drawn = drawnInGallery()
  expectNone(components.filter((name) => !drawn.has(name)))
})
