/**
 * `node scripts/check-feed.mjs FOLDER`: checks the packages and manifests that CI is about to publish. Each manifest must
 * be there, of the version in package.json, and name files with their hashes; with `BASALT_UPDATE_KEY`, it must be
 * signed.
 */
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { problemsOfFeed } from './lib/feed.mjs'
import { complain, inRoot, say } from './lib/process.mjs'

const key = (process.env.BASALT_UPDATE_KEY ?? '').trim()
const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const privateKey = key === '' ? undefined : createPrivateKey(key.startsWith('-----') ? key : readFileSync(key, 'utf8'))
if (privateKey === undefined) complain("The manifests aren't checked for a signature: BASALT_UPDATE_KEY isn't set.")
const problems = await problemsOfFeed(resolve(process.argv[2] ?? 'release'), version, privateKey)
for (const problem of problems) complain(problem)
if (problems.length === 0) say(`The feed of version ${version} is complete.`)
process.exitCode = problems.length === 0 ? 0 : 1
