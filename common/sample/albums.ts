/** Albums shown first. All names are invented. */
export interface FeaturedAlbum {
  readonly artist: string
  readonly title: string
  readonly genre: string
  readonly released: string
  readonly tracks: readonly FeaturedTrack[]
}

/** A track. 0 stars means no rating. */
export type FeaturedTrack = readonly [
  title: string,
  tags: string,
  rating: number,
  seconds: number,
  cents: number,
  live?: 'live' | undefined,
]

export const featuredAlbums: readonly FeaturedAlbum[] = [
  {
    artist: 'Marlow Finch',
    title: 'Tidewater',
    genre: 'Folk',
    released: '2026-09-18',
    tracks: [
      ['Low Water', 'single,vinyl', 5, 228, 129],
      ['Harbour Lamp', 'vinyl', 4, 252, 99],
      ['Slack Tide', 'staff pick', 4, 177, 99],
      ['The Long Ferry', '', 3, 381, 99],
    ],
  },
  {
    artist: 'Ines Okafor',
    title: 'Night Bus',
    genre: 'Soul',
    released: '2026-08-28',
    tracks: [
      ['Last Stop, Corner Shop', 'single,staff pick', 5, 199, 129],
      ['Amber Signals', 'new', 4, 242, 129],
      ['Rain on the Top Deck', 'live', 4, 344, 99, 'live'],
    ],
  },
  {
    artist: 'Velvet Axis',
    title: 'Glasshouse',
    genre: 'Synth-pop',
    released: '2026-07-31',
    tracks: [
      ['Mirror Season', 'single,remix', 5, 213, 129],
      ['Neon Orchard', 'remix', 4, 267, 129],
      ['Porcelain Heart', 'single,vinyl', 5, 231, 129],
      ['Second Daylight', '', 3, 308, 99],
    ],
  },
  {
    artist: 'Kestrel 9',
    title: 'Low Orbit',
    genre: 'Electronic',
    released: '2026-06-12',
    tracks: [
      ['Apogee', 'single,new', 4, 362, 149],
      ['Telemetry', 'B-side', 3, 280, 99],
      ['Quiet Burn', 'vinyl', 4, 435, 149],
      ['Drift Correction', 'remix,live', 4, 326, 99, 'live'],
    ],
  },
  {
    artist: 'Harbour Light Society',
    title: 'Salt & Static',
    genre: 'Rock',
    released: '2026-05-22',
    tracks: [
      ['Breakwater', 'single', 5, 202, 129],
      ['Fog Signal', 'live', 4, 275, 99, 'live'],
      ['Rust and Rope', 'vinyl,single', 3, 238, 99],
    ],
  },
  {
    artist: 'Noor Halabi',
    title: 'Quiet Engines',
    genre: 'Ambient',
    released: '2026-04-10',
    tracks: [
      ['Idle', 'staff pick', 5, 521, 149],
      ['Warm Bearings', '', 4, 413, 129],
      ['Night Maintenance', 'vinyl', 4, 552, 149],
    ],
  },
  {
    artist: 'Jonas Brandt',
    title: 'Elbe Hall',
    genre: 'Jazz',
    released: '2026-03-06',
    tracks: [
      ['Blue Stairwell', 'live', 5, 456, 129, 'live'],
      ['Half Past Eleven', 'live,vinyl', 4, 355, 99, 'live'],
    ],
  },
  {
    artist: 'Sora Ishikawa',
    title: 'Lanterns',
    genre: 'Classical',
    released: '2026-01-23',
    tracks: [
      ['River Lanterns, I', 'staff pick', 4, 258, 129],
      ['River Lanterns, II', '', 4, 302, 129],
    ],
  },
]
