import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Icon, type IconName } from '@renderer/ui'

afterEach(cleanup)

const isMirrored = (name: IconName, mirrored?: boolean): boolean =>
  render(<Icon name={name} mirrored={mirrored} />).container.querySelector('[data-mirrored]') !== null

it('chevrons sideways point the other way from right to left, unless their place forbids it', () => {
  expect([isMirrored('chevronLeft'), isMirrored('chevronRight')]).toEqual([true, true])
  expect([isMirrored('chevronRight', false), isMirrored('chevronDown'), isMirrored('search')]).toEqual([
    false,
    false,
    false,
  ])
})
