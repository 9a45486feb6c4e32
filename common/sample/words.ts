/** Invented names, without reference to real persons or companies. */
export const firstNames = (
  'Ada Amara Anders Anouk Arjun Astrid Bela Bruno Camille Chidi Clara Dalia Dario Edda Eero Elif Emeka Esme Farid Freya ' +
  'Gunnar Hana Hugo Ilse Imran Ines Ivo Jonas Juno Kaia Kofi Lars Leila Linus Livia Maeve Malik Marlow Mila Nadia Nils ' +
  'Noor Odile Oskar Paloma Petra Quinn Rafael Rhea Rosa Sami Selma Sora Stellan Tamsin Tariq Una Viktor Wren Yara Zeno'
).split(' ')

export const lastNames = (
  'Abara Adeyemi Ashdown Bakker Barros Bellweather Brandt Caldera Castellane Darrow Delacourt Edelmann Eklund Farrow ' +
  'Finch Gallowglass Greave Halabi Hartnell Holloway Ishikawa Jarnvik Kestner Kowalik Lachance Lindqvist Mbeki Merriweather ' +
  'Nakagawa Norrby Okafor Oyelaran Pemberley Quillfeather Rautio Rosenquist Sandoval Selwyn Thistlewood Torvald Underhill ' +
  'Vantongeren Vasquez Wainscott Westergaard Yamada Zellweg'
).split(' ')

export const adjectives = (
  'Amber Borrowed Brass Broken Careful Copper Crooked Distant Drifting Early Electric Fading Final Folded Frozen Gentle ' +
  'Glass Golden Hidden Hollow Late Little Long Lost Low Marble Midnight Northern Open Painted Paper Patient Plain Quiet ' +
  'Restless Salt Second Silver Sleeping Slow Small Static Sudden Summer Tidal Twin Velvet Wandering Warm Winter Wooden'
).split(' ')

export const nouns = (
  'Airfield Almanac Anchor Arcade Atlas Avenue Balcony Beacon Bridge Canal Carousel Ceiling Cinema Compass Corridor Courtyard ' +
  'Dial Engine Ferry Field Garden Gate Ghost Harbour Horizon Hotel Island Kite Ladder Lantern Letter Library Lighthouse Meadow ' +
  'Mirror Museum Orchard Parade Parlour Pavilion Quarry Radio Railway River Rooftop Season Signal Staircase Station Telegraph ' +
  'Theatre Tide Tower Valley Vessel Window Workshop'
).split(' ')

export const bandEndings = ['Ensemble', 'Society', 'Union', 'Trio', 'Collective', 'Assembly', 'Orchestra', 'Department']

export const playlistNames = [
  'Monday, slowly',
  'Kitchen, Saturday',
  'Rain on the window',
  'Focus, no words',
  'The long drive',
  'Sunday papers',
  'Lights down',
  'First coffee',
  'Running late',
  'Shop window',
  'Closing time',
  'Live takes only',
  'Staff picks',
  'New this season',
]

export interface Place {
  readonly country: string
  readonly cities: readonly string[]
  /** Numbers set aside for fiction; `#` stands for a digit. */
  readonly phone: string
}

export const places: readonly Place[] = [
  { country: 'United States', cities: ['Portland', 'Austin', 'Chicago', 'Boston'], phone: '+1 503 555 01##' },
  { country: 'United Kingdom', cities: ['London', 'Leeds', 'Bristol', 'Glasgow'], phone: '+44 20 7946 0###' },
  { country: 'Germany', cities: ['Berlin', 'Hamburg', 'Leipzig', 'Cologne'], phone: '+49 30 23125 ###' },
  { country: 'France', cities: ['Paris', 'Lyon', 'Nantes', 'Lille'], phone: '+33 1 99 00 ## ##' },
  { country: 'Canada', cities: ['Toronto', 'Montreal', 'Halifax'], phone: '+1 416 555 01##' },
  { country: 'Australia', cities: ['Melbourne', 'Hobart', 'Perth'], phone: '+61 2 5550 ####' },
  { country: 'Sweden', cities: ['Stockholm', 'Malmö', 'Uppsala'], phone: '+46 8 465 004 ##' },
  { country: 'Ireland', cities: ['Dublin', 'Cork', 'Galway'], phone: '+353 20 91# ####' },
]
