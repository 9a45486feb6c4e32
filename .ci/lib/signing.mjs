/**
 * Signing of packages. Identities come from the environment only, under the names that electron-builder reads.
 *
 * @param {Record<string, string | undefined>} environment
 * @param {string} platform as in `process.platform`
 * @returns {{ options: string[], missing: string[] }} options for electron-builder, and a sentence for each thing that
 *   the package goes without
 */
export function signingOf(environment, platform) {
  const has = (...names) => names.every((name) => (environment[name] ?? '') !== '')
  if (platform === 'darwin') {
    const missing = []
    if (!has('CSC_LINK') && !has('CSC_NAME'))
      missing.push("This package isn't signed. Set CSC_LINK and CSC_KEY_PASSWORD, or CSC_NAME, to sign it.")
    if (
      !has('APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER') &&
      !has('APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD')
    )
      missing.push(
        "This package isn't notarized. Set APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER to notarize it.",
      )
    return { options: [], missing }
  }
  if (platform === 'win32') {
    const missing = []
    if (!has('WIN_CSC_LINK') && !has('CSC_LINK'))
      missing.push("This package isn't signed. Set WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD to sign it.")
    // The updater refuses an update that another publisher has signed.
    const publisher = (environment.BASALT_PUBLISHER_NAME ?? '').trim()
    if (publisher === '')
      missing.push(
        "Updates of this package don't check the publisher. Set BASALT_PUBLISHER_NAME to the name in the certificate.",
      )
    return { options: publisher === '' ? [] : [`-c.win.signtoolOptions.publisherName=${publisher}`], missing }
  }
  return {
    options: [],
    missing: ["Packages for Linux aren't signed. Publish their checksums where readers can trust them."],
  }
}
