/** True if a version is newer than another by the rules of semver: `0.2.0-beta.1` is older than `0.2.0`. */
export function isNewerVersion(version: string, than: string): boolean {
  const [one, other] = [parse(version), parse(than)]
  if (one === undefined || other === undefined) return false
  for (const [at, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return isNewerPrerelease(one.prerelease, other.prerelease)
}

interface Version {
  readonly numbers: readonly number[]
  readonly prerelease: readonly string[]
}

function parse(text: string): Version | undefined {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+.*)?$/.exec(text.trim())
  if (match === null) return undefined
  const [, major, minor, patch, prerelease] = match
  return { numbers: [major, minor, patch].map(Number), prerelease: prerelease?.split('.') ?? [] }
}

function isNewerPrerelease(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return one.length === 0 && other.length > 0
  for (const [at, part] of one.entries()) {
    const against = other[at]
    if (against === undefined) return true
    if (part === against) continue
    const [isNumber, isOtherNumber] = [/^\d+$/.test(part), /^\d+$/.test(against)]
    if (isNumber && isOtherNumber) return Number(part) > Number(against)
    return isNumber === isOtherNumber ? part > against : isOtherNumber
  }
  return false
}
