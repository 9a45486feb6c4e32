import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import type { App } from './app'
import { openSurfaces, showSurface } from './surface-stand'
import type { Store } from './surface-store'
import { surfacesOfRows } from './surfaces'
import { expectUsable } from './usable'

describe.skipIf(chromiumPath === undefined)('Everything that the grid shows can be used by everybody', () => {
  let app: App
  let page: Page
  let store: Store

  beforeAll(async () => {
    ;({ app, page, store } = await openSurfaces())
  })
  afterAll(() => app.close())

  it.each(surfacesOfRows)('$name', (surface) => showSurface(page, store, surface, () => expectUsable(page)))
})
