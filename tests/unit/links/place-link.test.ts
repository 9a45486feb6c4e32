import { linkMax, linkTo, parseLink, type LinkedPlace } from '@common/links/place-link'
import { describe, expect, it } from 'vitest'

describe('a link', () => {
  const places: LinkedPlace[] = [
    { project: 'chinook_a1b2' },
    { project: 'p-1', table: 'tracks' },
    { project: 'p_1', table: 'Play lists & more/№1', record: '1___2' },
    { project: 'p_1', table: 'Größe', record: 'a?b#c%d', view: 'vw_9' },
    { project: 'p_1', table: '表', view: 'v' },
    { project: 'P', table: '...', record: '.x' },
  ]

  it.each(places)('to %o is read as it was written', (place) => {
    expect(parseLink(linkTo(place))).toEqual(place)
  })

  it.each([
    ['basalt://p_1/', { project: 'p_1' }],
    ['BASALT://p_1/tracks/', { project: 'p_1', table: 'tracks' }],
    ['basalt://p_1/tracks/7?view=vw_1', { project: 'p_1', table: 'tracks', record: '7', view: 'vw_1' }],
  ])('%s is understood', (link, place) => {
    expect(parseLink(link)).toEqual(place)
  })

  it.each([
    ['another scheme', 'https://p_1/tracks/7'],
    ['no host', 'basalt:///tracks/7'],
    ['no slashes', 'basalt:p_1/tracks'],
    ['a host of the web', 'basalt://evil.example/tracks/7'],
    ['a port', 'basalt://p_1:8080/tracks'],
    ['a user', 'basalt://ada@p_1/tracks'],
    ['a host with escapes', 'basalt://p%2F1/tracks'],
    ['a backslash', String.raw`basalt://p_1\tracks`],
    ['too many parts', 'basalt://p_1/tracks/7/8'],
    ['an empty part', 'basalt://p_1//7'],
    ['a climb', 'basalt://p_1/../7'],
    ['an encoded climb', 'basalt://p_1/%2e%2e/7'],
    ['a climb with encoded slashes', 'basalt://p_1/..%2f..%2fetc%2fpasswd'],
    ['a climb with encoded backslashes', 'basalt://p_1/x%5c..%5cy'],
    ['a null', 'basalt://p_1/tr%00acks'],
    ['a line break', 'basalt://p_1/tracks%0a7'],
    ['a raw control character', 'basalt://p_1/tr\u0007acks'],
    ['a broken escape', 'basalt://p_1/tr%acks'],
    ['a broken escape of UTF-8', 'basalt://p_1/%ff'],
    ['a fragment', 'basalt://p_1/tracks#x'],
    ['other parameters', 'basalt://p_1/tracks?open=file'],
    ['more parameters', 'basalt://p_1/tracks?view=1&open=file'],
    ['an empty view', 'basalt://p_1/tracks?view='],
    ['a view without a table', 'basalt://p_1?view=1'],
    ['spaces around', ' basalt://p_1'],
    ['nothing', ''],
    ['a long project', `basalt://${'p'.repeat(101)}`],
    ['more than fits', `basalt://p_1/${'x'.repeat(linkMax)}`],
  ])('with %s is refused', (_name, link) => {
    expect(parseLink(link)).toBeUndefined()
  })
})
