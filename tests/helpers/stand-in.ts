/** The packaging of `scripts/lib/stand-in.mjs`, which is plain JavaScript, with its types. */

export interface PackedFile {
  /** Path in the archive, with `/`. */
  readonly path: string
  readonly size: number
  readonly isUnpacked: boolean
}

export interface Packed {
  readonly code: number
  readonly output: string
  readonly release: string
  readonly packed: string
  readonly archive: string
  readonly app: string
  /** Path of the desktop entry that the Debian package installs. */
  readonly entry: string
}

interface StandIn {
  readonly packWithStandIn: (
    folder: string,
    options?: { readonly env?: Readonly<Record<string, string>> },
  ) => Promise<Packed>
  readonly filesOfArchive: (archive: string) => Promise<PackedFile[]>
  readonly fusesOf: (binary: string) => Readonly<Record<string, boolean>>
  readonly missingPackers: () => string[]
}

interface PackageFiles {
  readonly packagesOfBuild: (folder: string) => { readonly loaded: string[]; readonly read: string[] }
  readonly missingNatives: (
    platform: string,
    processors: readonly string[],
    isThere?: (...path: string[]) => boolean,
  ) => string[]
}

interface Notices {
  readonly packagesInside: () => {
    readonly name: string
    readonly version: string
    readonly licence: string
    readonly text: string
  }[]
  readonly isAllowed: (licence: string) => boolean
}

const load = async (name: string): Promise<unknown> =>
  import(/* @vite-ignore */ new URL(`../../scripts/lib/${name}.mjs`, import.meta.url).href)

export const loadStandIn = async (): Promise<StandIn> => (await load('stand-in')) as StandIn
export const loadPackageFiles = async (): Promise<PackageFiles> => (await load('package-files')) as PackageFiles
export const loadNotices = async (): Promise<Notices> => (await load('notices')) as Notices
