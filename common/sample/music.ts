import type { StoredValue } from '@common/columns/column-type'
import { isoDayText } from '@common/columns/values/calendar'
import { featuredAlbums, type FeaturedAlbum, type FeaturedTrack } from './albums'
import type { Random } from './random'
import { genres, labels, tags } from './tables'
import { adjectives, bandEndings, firstNames, lastNames, nouns, places } from './words'

export type Row = readonly StoredValue[]

/** Rows of artists, albums and tracks, and facts about tracks for other tables. */
export interface Music {
  readonly artists: readonly Row[]
  readonly albums: readonly Row[]
  readonly tracks: readonly Row[]
  /** Price of each track in cents, by index. */
  readonly prices: readonly number[]
}

const artistCount = 60
const albumCount = 150
const titlesOf = (choices: typeof genres): readonly string[] => (choices.options ?? []).map(({ title }) => title)

/** Returns a name for use in addresses: Latin letters and digits, joined by dashes. */
export function slug(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '')
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Returns a day up to the 28th of a month. */
export function dayIn(random: Random, from: number, to: number): string {
  return isoDayText({ year: random.whole(from, to), month: random.whole(1, 12), day: random.whole(1, 28) })
}

/** Repeats until the result is new. */
export function unique(seen: Set<string>, make: () => string): string {
  for (;;) {
    const name = make()
    if (seen.has(name)) continue
    seen.add(name)
    return name
  }
}

/** Converts cents to an amount. */
export const amount = (cents: number): number => cents / 100

export function makeMusic(random: Random): Music {
  const names = artistNames(random)
  const albums = albumsOf(random, names)
  const titles = new Set(featuredAlbums.flatMap((album) => album.tracks.map(([title]) => title)))
  const tracks: Row[] = []
  const prices: number[] = []
  albums.forEach((album, index) => {
    const listed = album.tracks.length > 0 ? album.tracks : inventedTracks(random, titles)
    for (const [title, tagText, rating, seconds, cents, live] of listed) {
      const audio = JSON.stringify({
        bpm: random.whole(58, 168),
        key: random.pick(['C', 'D', 'E♭', 'F', 'G', 'A', 'B♭']),
      })
      const stars = rating === 0 ? null : rating
      const isLive = live === undefined ? 0 : 1
      const known = random.chance(94) ? audio : null
      prices.push(cents)
      tracks.push([
        tracks.length + 1,
        title,
        index + 1,
        album.genre,
        tagText === '' ? null : tagText,
        stars,
        seconds,
        amount(cents),
        album.released,
        isLive,
        known,
      ])
    }
  })
  return {
    artists: names.map((name, index) => artistRow(random, name, index)),
    albums: albums.map((album, index) => albumRow(random, album, index, names.indexOf(album.artist) + 1)),
    tracks,
    prices,
  }
}

function artistNames(random: Random): string[] {
  const names = featuredAlbums.map(({ artist }) => artist)
  const seen = new Set(names)
  while (names.length < artistCount)
    names.push(
      unique(seen, () =>
        random.chance(60)
          ? `${random.pick(firstNames)} ${random.pick(lastNames)}`
          : `${random.pick(adjectives)} ${random.pick(nouns)} ${random.pick(bandEndings)}`,
      ),
    )
  return names
}

function artistRow(random: Random, name: string, index: number): Row {
  const { country, cities } = random.pick(places)
  const host = `${slug(name)}.example`
  const biography = `Began in ${random.pick(cities)} with one microphone and a borrowed room above a ${random.pick(['bakery', 'bike shop', 'print shop', 'cinema'])}.\nStill records there.`
  return [
    index + 1,
    name,
    country,
    random.whole(1998, 2024),
    `https://${host}`,
    `booking@${host}`,
    random.chance(45) ? 1 : 0,
    random.chance(70) ? biography : null,
  ]
}

function albumsOf(random: Random, artists: readonly string[]): FeaturedAlbum[] {
  const albums = [...featuredAlbums]
  const titles = new Set(albums.map(({ title }) => title))
  while (albums.length < albumCount)
    albums.push({
      artist: random.pick(artists),
      title: unique(titles, () => `${random.pick(adjectives)} ${random.pick(nouns)}`),
      genre: random.pick(titlesOf(genres)),
      released: dayIn(random, 2004, 2025),
      tracks: [],
    })
  return albums
}

function albumRow(random: Random, album: FeaturedAlbum, index: number, artistId: number): Row {
  const note = `Recorded in ${random.whole(2, 19)} days. Cover by ${random.pick(firstNames)} ${random.pick(lastNames)}.`
  const catalogueNumber = `RS-${String(index + 1).padStart(4, '0')}`
  const label = random.pick(titlesOf(labels))
  return [
    index + 1,
    album.title,
    artistId,
    label,
    catalogueNumber,
    album.released,
    random.chance(50) ? note : null,
    null,
  ]
}

function inventedTracks(random: Random, seen: Set<string>): FeaturedTrack[] {
  return Array.from({ length: random.whole(8, 13) }, (): FeaturedTrack => {
    const live = random.chance(12)
    const others = titlesOf(tags).filter((tag) => tag !== 'live')
    const chosen = random.picks(others, random.pick([0, 0, 1, 1, 1, 2, 3]))
    const title = unique(seen, () => trackTitle(random))
    const tagText = [...chosen, ...(live ? ['live'] : [])].join(',')
    const rating = random.pick([0, 2, 3, 3, 4, 4, 4, 5, 5])
    const cents = random.pick([99, 99, 99, 129, 129, 149])
    return [title, tagText, rating, random.whole(95, 640), cents, live ? 'live' : undefined]
  })
}

function trackTitle(random: Random): string {
  const adjective = random.pick(adjectives)
  const noun = random.pick(nouns)
  const form = random.whole(1, 6)
  if (form === 1) return `The ${adjective} ${noun}`
  if (form === 2) return `${noun} and ${random.pick(nouns)}`
  if (form === 3) return `${noun} for ${random.pick(firstNames)}`
  if (form === 4) return `Under the ${noun}`
  return form === 5 ? `${adjective} ${noun}, Part ${random.whole(1, 4)}` : `${adjective} ${noun}`
}
