import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { firstScreens } from '../../../scripts/build/first-screens'

const sources: Readonly<Record<string, readonly [code: string, ...imports: string[]]>> = {
  'renderer/main.tsx': [
    "import { Button, Shown } from '@renderer/ui'\nimport '@renderer/ui/base.css'\nimport * as model from '@common/model'",
    'renderer/ui/index.ts',
    'renderer/ui/base.css',
    'common/model/index.ts',
  ],
  'renderer/ui/index.ts': [
    "import { Select as Shown } from './Select'\nexport { Shown }\nexport { Button } from './Button'\nexport { Dialog } from './Dialog'\nexport * from './words'",
    'renderer/ui/Select.tsx',
    'renderer/ui/Button.tsx',
    'renderer/ui/Dialog.tsx',
    'renderer/ui/words.ts',
  ],
  'renderer/ui/Button.tsx': ["import { useId } from 'react'", 'node_modules/react/index.js'],
  'renderer/ui/Dialog.tsx': ["import { Modal } from './Modal'", 'renderer/ui/Modal.tsx'],
  'common/model/index.ts': ["export { kinds } from './kinds'", 'common/model/kinds.ts'],
  'node_modules/react/index.js': ["import './react.js'", 'node_modules/react/react.js'],
}

const graph = {
  getModuleInfo: (id: string) => {
    const [code = '', ...imports] = sources[id.slice(resolve('.').length + 1)] ?? []
    return { code, importedIds: imports.map((path) => resolve(path)) }
  },
}

describe('The modules of the first screens', () => {
  const { isEarly, isNear } = firstScreens()
  const early = (path: string): boolean => isEarly(resolve(path), graph)
  const near = (path: string): boolean => isNear(resolve(path), graph)

  it('are those whose exports they import, at any distance', () => {
    const paths = ['renderer/ui/Button.tsx', 'renderer/ui/Select.tsx', 'renderer/ui/base.css', 'common/model/kinds.ts']
    expect([...paths, 'node_modules/react/react.js'].filter((path) => !early(path))).toEqual([])
  })

  it('leave out what an index exports to others, which comes soon after', () => {
    const paths = ['renderer/ui/Dialog.tsx', 'renderer/ui/Modal.tsx', 'renderer/ui/words.ts']
    expect(paths.filter(early)).toEqual([])
    expect(paths.filter(near)).toEqual(paths)
    expect(near('renderer/ui/Button.tsx')).toBe(false)
    expect(near('renderer/features/sql/SqlTab.tsx')).toBe(false)
  })
})
