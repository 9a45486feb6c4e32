import type { NetworkInterfaceInfo } from 'node:os'
import { hostOf, networkAddresses } from '@main/lib/network-addresses'
import { describe, expect, it } from 'vitest'

const v4 = (address: string, internal = false): NetworkInterfaceInfo => ({
  family: 'IPv4',
  address,
  internal,
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: `${address}/24`,
})
const v6 = (address: string, internal = false): NetworkInterfaceInfo => ({
  family: 'IPv6',
  address,
  internal,
  netmask: 'ffff:ffff:ffff:ffff::',
  mac: '00:00:00:00:00:00',
  cidr: `${address}/64`,
  scopeid: 0,
})

describe('the addresses to share on', () => {
  it('begin with those that phones reach, and end with this computer', () => {
    const found = networkAddresses({
      lo: [v4('127.0.0.1', true), v6('::1', true)],
      wlan0: [v6('fd00::2'), v4('192.168.1.24')],
      eth0: [v4('10.0.0.5')],
    })
    expect(found.map(({ address, name }) => `${name} ${address}`)).toEqual([
      'wlan0 192.168.1.24',
      'eth0 10.0.0.5',
      'wlan0 fd00::2',
      'lo 127.0.0.1',
    ])
    expect(found.map(({ loopback }) => loopback)).toEqual([false, false, false, true])
  })

  it('leave out link-local ones, which a browser on a phone cannot open', () => {
    expect(networkAddresses({ eth0: [v4('169.254.7.7'), v6('fe80::1')], none: undefined })).toEqual([])
  })

  it('are written as hosts of a URL', () => {
    expect([hostOf('192.168.1.24'), hostOf('fd00::2')]).toEqual(['192.168.1.24', '[fd00::2]'])
  })
})
