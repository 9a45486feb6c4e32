import { applyNativeTheme } from '@main/shell/native-theme'
import { nativeTheme } from '@tests/helpers/electron-stub'
import { expect, it } from 'vitest'

it('the system draws its own parts in the theme of the settings', () => {
  const sources = [true, false, null].map((darkTheme) => {
    applyNativeTheme(darkTheme)
    return nativeTheme.themeSource
  })
  expect(sources).toEqual(['dark', 'light', 'system'])
})
