import { describe, expect, it } from 'vitest'
type Signing = { readonly options: readonly string[]; readonly missing: readonly string[] }
type SigningOf = (environment: Readonly<Record<string, string>>, platform: string) => Signing

/** The commands are plain JavaScript. */
const file = new URL('../../../.ci/lib/signing.mjs', import.meta.url).href
const { signingOf } = (await import(/* @vite-ignore */ file)) as { readonly signingOf: SigningOf }

describe('signing of packages', () => {
  it('says what a package goes without', () => {
    expect(signingOf({}, 'darwin').missing).toHaveLength(2)
    expect(signingOf({}, 'win32').missing).toHaveLength(2)
    expect(signingOf({ CSC_LINK: '' }, 'darwin').missing).toHaveLength(2)
    expect(signingOf({}, 'linux').missing).toHaveLength(1)
  })

  it('takes identities from the environment', () => {
    const apple = { CSC_NAME: 'x', APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 's' }
    expect(signingOf(apple, 'darwin')).toEqual({ options: [], missing: [] })
    expect(signingOf({ WIN_CSC_LINK: 'x', BASALT_PUBLISHER_NAME: 'Basalt Ltd' }, 'win32')).toEqual({
      options: ['-c.win.signtoolOptions.publisherName=Basalt Ltd'],
      missing: [],
    })
  })
})
