/** The program and the system of a `User-Agent` header, as names that need no translation. */
export interface Device {
  readonly program: string | null
  readonly system: string | null
}

/** Browsers name others for compatibility, so the more special ones come first. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bBasalt\/|\bElectron\//i, 'Basalt'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X|Darwin)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns the device behind a `User-Agent` header. Programs other than browsers have the name of their first product. */
export function deviceOf(agent: string | null): Device {
  if (agent === null) return { program: null, system: null }
  const [product] = /^[\w .-]{1,40}(?=\/)/.exec(agent) ?? []
  const first = product === 'Mozilla' ? null : (product ?? null)
  return { program: nameIn(programs, agent) ?? first, system: nameIn(systems, agent) }
}

function nameIn(names: readonly (readonly [RegExp, string])[], agent: string): string | null {
  return names.find(([pattern]) => pattern.test(agent))?.[1] ?? null
}
