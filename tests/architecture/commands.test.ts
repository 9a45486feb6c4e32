import { menuCommands } from '@main/shell/menu'
import { it } from 'vitest'
import { allSources, expectNone, isNode, literalText } from './sources'

it('every command that the menu runs is one of the page', () => {
  const ids = allSources()
    .filter(({ path }) => path.startsWith('renderer/actions/'))
    .flatMap(({ nodes }) => nodes)
    .filter((node) => node.type === 'Property' && isNode(node['key']) && node['key']['name'] === 'id')
    .map((node) => literalText(node['value']))
  expectNone(menuCommands.filter((command) => !ids.includes(command)))
})
