import { isoDayText } from '@common/columns/values/calendar'
import { amount, dayIn, slug, unique, type Row } from './music'
import type { Random } from './random'
import { moods } from './tables'
import { firstNames, lastNames, places, playlistNames } from './words'

/** Rows about customers, invoices and playlists. */
export interface Sales {
  readonly customers: readonly Row[]
  readonly invoices: readonly Row[]
  readonly invoiceLines: readonly Row[]
  readonly playlists: readonly Row[]
  readonly playlistTracks: readonly Row[]
}

const customerCount = 180
const invoiceCount = 700
const two = (value: number): string => String(value).padStart(2, '0')

/** @param prices  price of each track in cents, by index */
export function makeSales(random: Random, prices: readonly number[]): Sales {
  return { ...makePlaylists(random, prices.length), ...makeInvoices(random, prices), customers: makeCustomers(random) }
}

function makeCustomers(random: Random): Row[] {
  const seen = new Set<string>()
  return Array.from({ length: customerCount }, (_, index) => {
    const name = unique(seen, () => `${random.pick(firstNames)} ${random.pick(lastNames)}`)
    const { country, cities, phone } = random.pick(places)
    const number = phone.replace(/#/g, () => String(random.whole(0, 9)))
    const email = `${slug(name).replace('-', '.')}@example.${random.pick(['com', 'net', 'org'])}`
    const discount = random.chance(25) ? random.pick([2.5, 5, 7.5, 10, 12.5]) : null
    const newsletter = random.chance(55) ? 1 : 0
    const city = random.pick(cities)
    const since = dayIn(random, 2015, 2024)
    return [index + 1, name, email, random.chance(80) ? number : null, city, country, since, discount, newsletter]
  })
}

function makeInvoices(random: Random, prices: readonly number[]): Pick<Sales, 'invoices' | 'invoiceLines'> {
  const invoiceLines: Row[] = []
  const invoices = Array.from({ length: invoiceCount }, (_, index): Row => {
    let cents = 0
    for (let line = random.pick([1, 1, 2, 2, 3, 3, 4, 5]); line > 0; line -= 1) {
      const track = random.whole(1, prices.length)
      const price = prices[track - 1] ?? 0
      const quantity = random.pick([1, 1, 1, 1, 2, 3])
      cents += price * quantity
      invoiceLines.push([invoiceLines.length + 1, index + 1, track, quantity, amount(price)])
    }
    // Two a day, in the morning and in the afternoon, from the start of 2025. Numbers and times increase together.
    const dayNumber = Math.floor(index / 2)
    const day = daysAfter(dayNumber)
    const hour = index % 2 === 0 ? random.whole(8, 12) : random.whole(13, 19)
    const issued = `${day} ${two(hour)}:${two(random.whole(0, 59))}:${two(random.whole(0, 59))}`
    const status = random.pick(['Paid', 'Paid', 'Paid', 'Paid', 'Paid', 'Paid', 'Open', 'Overdue', 'Refunded'])
    const number = `${day.slice(0, 4)}-${String(index + 1).padStart(4, '0')}`
    const isPaid = status === 'Paid' || status === 'Refunded'
    const paidOn = isPaid ? daysAfter(dayNumber + random.whole(0, 20)) : null
    return [index + 1, number, random.whole(1, customerCount), issued, status, amount(cents), paidOn]
  })
  return { invoices, invoiceLines }
}

/** Returns the day some days after 1 January 2025. */
function daysAfter(days: number): string {
  const date = new Date(Date.UTC(2025, 0, 1 + days))
  return isoDayText({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() })
}

function makePlaylists(random: Random, tracks: number): Pick<Sales, 'playlists' | 'playlistTracks'> {
  const every = Array.from({ length: tracks }, (_, index) => index + 1)
  const moodTitles = (moods.options ?? []).map(({ title }) => title)
  const playlistTracks: Row[] = []
  const playlists = playlistNames.map((name, index): Row => {
    random.picks(every, random.whole(22, 46)).forEach((track) => {
      playlistTracks.push([index + 1, track])
    })
    const started = `${dayIn(random, 2025, 2025)} ${two(random.whole(7, 22))}:${two(random.whole(0, 59))}:00`
    return [index + 1, name, random.pick(moodTitles), random.chance(50) ? 1 : 0, started]
  })
  return { playlists, playlistTracks }
}
