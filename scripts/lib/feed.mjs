/** Checks a folder of packages and manifests before it is published as the feed of updates. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Endings of the manifests: one for macOS, one for Windows, and one for each processor of Linux. */
const endings = ['', '-mac', '-linux', '-linux-arm64']
const fileEntry = /^ {2}- url: (\S+)\n {4}sha512: (\S+)\n {4}size: (\d+)/gm

/** Returns the channels that get a version: `1.2.0-beta.3` is a beta, and users of betas get `1.2.0` too. */
export function channelsOf(version) {
  const own = /^[^-]+-([a-z]+)/.exec(version)?.[1]
  return own === undefined ? ['latest', 'beta'] : [own]
}

/**
 * Returns what is wrong with a feed, one sentence for each problem.
 *
 * @param {string} folder
 * @param {string} version of package.json
 * @param privateKey `KeyObject` that signed the manifests; undefined if none did
 * @returns {Promise<string[]>} empty if the feed can be published
 */
export async function problemsOfFeed(folder, version, privateKey) {
  const manifests = channelsOf(version).flatMap((channel) => endings.map((ending) => `${channel}${ending}.yml`))
  const problems = []
  const named = new Set()
  for (const manifest of manifests) {
    const path = join(folder, manifest)
    if (!existsSync(path)) {
      problems.push(`${manifest} is missing.`)
      continue
    }
    const text = readFileSync(path, 'utf8')
    const found = /^version: (\S+)$/m.exec(text)?.[1]
    if (found !== version) problems.push(`${manifest} is of version ${found}, not ${version}.`)
    if (privateKey !== undefined && !isSigned(path, privateKey))
      problems.push(`${manifest} isn't signed with BASALT_UPDATE_KEY.`)
    const files = [...text.matchAll(fileEntry)]
    if (files.length === 0) problems.push(`${manifest} names no file.`)
    for (const [, name, sha512, size] of files) {
      named.add(name)
      const problem = await problemOfFile(join(folder, name), sha512, Number(size))
      if (problem !== undefined) problems.push(`${name} ${problem} (${manifest}).`)
    }
  }
  const packages = readdirSync(folder).filter((name) => /\.(?:zip|exe|AppImage)$/.test(name))
  for (const name of packages) if (!named.has(name)) problems.push(`No manifest names ${name}.`)
  return problems
}

function isSigned(manifest, privateKey) {
  if (!existsSync(`${manifest}.sig`)) return false
  const signature = Buffer.from(readFileSync(`${manifest}.sig`, 'utf8'), 'base64')
  return verify(null, readFileSync(manifest), createPublicKey(privateKey), signature)
}

async function problemOfFile(path, sha512, size) {
  if (!existsSync(path)) return 'is missing'
  if (statSync(path).size !== size) return 'has another size'
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64') === sha512 ? undefined : 'has another hash'
}
