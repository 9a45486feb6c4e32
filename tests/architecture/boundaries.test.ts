import { describe, expect, it } from 'vitest'
import { layers, type Layer } from './layers'
import { allSources, expectNone, type Import, importsOf, parseSource } from './sources'

const inside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
const withoutEnding = (path: string): string => path.replace(/\.tsx?$/, '')

function layerOf(path: string): Layer | undefined {
  return layers
    .filter((layer) => inside(withoutEnding(path), layer.at))
    .toSorted((a, b) => b.at.length - a.at.length)[0]
}

function packageAllowed(name: string, allowed: readonly string[]): boolean {
  return allowed.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern))
}

/** Returns the feature folder of a path: `features/auth/service` → `features/auth`. */
function roomOf(path: string): string | undefined {
  const layer = layers.find(({ rooms, at }) => rooms === true && path.startsWith(`${at}/`))
  return layer === undefined
    ? undefined
    : path
        .split('/')
        .slice(0, layer.at.split('/').length + 1)
        .join('/')
}

/** Why an import is not allowed, or undefined. */
function refusal(found: Import): string | undefined {
  const layer = layerOf(found.from)
  if (layer === undefined) return 'is in a folder that the table of layers does not name'
  if (found.kind === 'node') return layer.node === true ? undefined : `${layer.at} may not use Node`
  if (found.kind === 'package')
    return packageAllowed(found.target, layer.packages ?? [])
      ? undefined
      : `${layer.at} may not use the package ${found.target}`
  const room = roomOf(found.target)
  const mayEnter = layer.everyDoor === true || (room !== undefined && layer.enters?.includes(room) === true)
  if (room !== undefined && !inside(found.from, room) && found.target !== room && !mayEnter)
    return `${room} is entered through its index.ts only`
  const folders = room === undefined || layer.rooms !== true ? layer.own : [...layer.own, layer.at]
  const denied = folders.some((folder) => folder.startsWith('!') && inside(found.target, folder.slice(1)))
  const allowed = inside(found.target, layer.at) || folders.some((folder) => inside(found.target, folder))
  return allowed && !denied ? undefined : `${layer.at} may not import ${found.target}`
}

const refusals = (imports: readonly Import[]): string[] =>
  imports.flatMap((found) => {
    const why = refusal(found)
    return why === undefined ? [] : [`${found.from}:${found.line} imports '${found.specifier}': ${why}`]
  })

describe('who may import what', () => {
  it('every import is allowed by the table of layers', () => {
    expectNone(refusals(allSources().flatMap(importsOf)))
  })

  it.each([
    ['common/model/index.ts', 'node:fs'],
    ['common/model/index.ts', '@main/lib/clock'],
    ['preload/index.ts', '@common/model'],
    ['renderer/ui/Button.tsx', '@renderer/stores/app'],
    ['renderer/stores/app.ts', '@renderer/features/auth'],
    ['renderer/features/auth/SignIn.tsx', '@renderer/features/projects/store'],
    ['renderer/features/auth/SignIn.tsx', '@main/server'],
    ['main/http/router.ts', '@main/features/auth'],
    ['main/http/router.ts', '@main/bridge/register'],
    ['main/bridge/register.ts', '@main/http/router'],
    ['main/features/auth/service.ts', '@main/features/projects/service'],
    ['main/features/auth/service.ts', '@main/operations/invoke'],
    ['main/features/auth/service.ts', 'better-sqlite3'],
    ['main/server.ts', 'electron'],
    ['main/server.ts', '@main/shell/window'],
    ['main/terminal/socket.ts', 'node-pty'],
    ['main/db/pool.ts', '@main/features/projects'],
    ['main/elsewhere/thing.ts', 'zod'],
    ['renderer/features/records/session/session.ts', '@renderer/features/grid'],
    ['renderer/features/kanban/Board.tsx', '@renderer/features/records/session/session'],
  ])('refuses %s importing %s', (from, specifier) => {
    const source = parseSource(from, `import { thing } from '${specifier}'`)
    expect(refusals(importsOf(source))).toHaveLength(1)
  })

  it.each([
    ['main/features/auth/service.ts', '@main/features/users'],
    ['main/features/auth/service.ts', '../users'],
    ['main/features/auth/service.ts', './repository'],
    ['renderer/features/auth/SignIn.tsx', '@renderer/features/projects'],
    ['main/terminal/pty.ts', 'node-pty'],
    ['main/db/pool.ts', 'pg'],
    ['renderer/features/grid/GridView.tsx', '@renderer/features/records/session/session'],
    ['renderer/features/kanban/Board.tsx', '@renderer/features/records'],
  ])('allows %s importing %s', (from, specifier) => {
    const source = parseSource(from, `import { thing } from '${specifier}'`)
    expect(refusals(importsOf(source))).toEqual([])
  })

  it('sees every way of importing', () => {
    const ways = [
      `import { a } from 'one'`,
      `import type { B } from 'two'`,
      `export { c } from 'three'`,
      `export * from 'four'`,
      `const five = import('five')`,
      `type Six = import('six').Six`,
      `const seven = require('seven')`,
      `import 'eight'`,
    ]
    const found = importsOf(parseSource('main/lib/example.ts', ways.join('\n')))
    expect(found.map(({ target }) => target)).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'])
  })
})
