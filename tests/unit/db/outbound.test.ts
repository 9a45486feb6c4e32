import { syncBuiltinESMExports } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import os, { type NetworkInterfaceInfo } from 'node:os'
import { isPrivateAddress, outboundSocket } from '@main/db/outbound'
import { afterEach, describe, expect, it, vi } from 'vitest'

describe('addresses that only the owner of the installation reaches', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  it.each([
    '127.0.0.1',
    '127.255.0.9',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '168.63.129.16',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'no address at all',
  ])('%s is one', (address) => expect(isPrivateAddress(address)).toBe(true))

  it.each([
    '8.8.8.8',
    '168.63.129.17',
    '1.1.1.1',
    '172.32.0.1',
    '192.169.0.1',
    '11.0.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('%s is none', (address) => expect(isPrivateAddress(address)).toBe(false))

  it('are those of this computer too, however public', () => {
    const own = (family: 'IPv4' | 'IPv6', address: string) => ({ family, address }) as NetworkInterfaceInfo
    expect(['203.0.113.7', '2a02:8071:1:2::7'].map(isPrivateAddress)).toEqual([false, false])
    vi.spyOn(os, 'networkInterfaces').mockReturnValue({
      eth0: [own('IPv4', '203.0.113.7'), own('IPv6', '2a02:8071:1:2::7'), own('IPv6', 'fe80::7%eth0')],
    })
    syncBuiltinESMExports()
    const written = ['203.0.113.7', '2a02:8071:1:2::7', '2A02:8071:0001:2:0:0:0:7', '2a02:8071:1:2::0.0.0.7']
    expect(written.map(isPrivateAddress)).toEqual([true, true, true, true])
    expect(['203.0.113.8', '2a02:8071:1:2::8'].map(isPrivateAddress)).toEqual([false, false])
  })

  it('are refused when the connection is made, however they are written', async () => {
    const server = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const connect = (host: string, publicOnly: boolean): Promise<string> =>
      new Promise((resolve) => {
        const socket = outboundSocket(publicOnly)
        socket.on('error', (error: Error & { code?: string }) => resolve(error.code ?? error.message))
        socket.once('connect', () => {
          socket.destroy()
          resolve('connected')
        })
        socket.connect(port, host)
      })
    for (const host of ['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f.1', '::ffff:127.0.0.1', '[::1]'])
      expect([host, await connect(host, true)]).toEqual([host, 'ADDRESS_FORBIDDEN'])
    expect(await connect('127.0.0.1', false)).toBe('connected')
    server.close()
  })
})
