import {
  loadPackageDefinition,
  Metadata,
  Server,
  ServerCredentials,
  status,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceClientConstructor,
  type sendUnaryData,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { ReflectionService } from '@grpc/reflection'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The service of the test server. */
export const ordersProto = `syntax = "proto3";
package shop;

import "shop/types.proto";

service Orders {
  // Stores an order.
  rpc Place (Order) returns (Order);
  rpc Watch (Order) returns (stream Order);
  rpc Sum (stream Order) returns (Order);
  rpc Chat (stream Order) returns (stream Order);
  rpc Refuse (Order) returns (Order);
  rpc Never (Order) returns (Order);
  rpc Large (Order) returns (Order);
  rpc Endless (Order) returns (stream Order);
}
`
export const typesProto = `syntax = "proto3";
package shop;

message Order {
  string name = 1;
  int32 count = 2;
  int64 number = 3;
  Order parent = 4;
  repeated string tags = 5;
}
`

interface Order {
  readonly name?: string
  readonly count?: number
  readonly number?: string | number
  readonly tags?: readonly string[]
}

export interface TestGrpcServer {
  readonly port: number
  /** Metadata of the calls so far. */
  readonly received: Metadata[]
  /** Calls that the client cancelled. */
  readonly cancelled: () => number
  /** Resolves when another call is cancelled. */
  readonly nextCancel: () => Promise<void>
  readonly close: () => void
}

/** Starts a gRPC server on loopback with all four kinds of calls. */
export async function startGrpcServer({
  reflection = true,
  credentials,
}: { readonly reflection?: boolean; readonly credentials?: ServerCredentials } = {}): Promise<TestGrpcServer> {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-proto-'))
  writeFileSync(join(folder, 'orders.proto'), ordersProto.replace('shop/', ''))
  writeFileSync(join(folder, 'types.proto'), typesProto)
  const definition = loadSync('orders.proto', { includeDirs: [folder], longs: String, defaults: true })
  rmSync(folder, { recursive: true })
  const { shop } = loadPackageDefinition(definition) as unknown as { shop: { Orders: ServiceClientConstructor } }
  const server = new Server()
  const received: Metadata[] = []
  let cancelled = 0
  let notify: (() => void) | undefined
  const watch = (call: { readonly on: (event: 'cancelled', listener: () => void) => unknown }): void => {
    call.on('cancelled', () => {
      cancelled += 1
      notify?.()
    })
  }
  server.addService(shop.Orders.service, {
    Place: (call: ServerUnaryCall<Order, Order>, done: sendUnaryData<Order>) => {
      received.push(call.metadata)
      const trailer = new Metadata()
      trailer.set('took', '1')
      call.sendMetadata(new Metadata())
      done(null, { ...call.request, number: call.request.number ?? 0 }, trailer)
    },
    Watch: (call: ServerWritableStream<Order, Order>) => {
      watch(call)
      const { count = 0 } = call.request
      for (let at = 1; at <= count; at += 1) call.write({ name: `Order ${at}`, count: at })
      call.end()
    },
    Sum: (call: ServerReadableStream<Order, Order>, done: sendUnaryData<Order>) => {
      let count = 0
      call.on('data', (order: Order) => (count += order.count ?? 0))
      call.on('end', () => done(null, { name: 'sum', count }))
    },
    Chat: (call: ServerDuplexStream<Order, Order>) => {
      watch(call)
      call.on('data', ({ name = '' }: Order) => call.write({ name: `Hello ${name}` }))
      call.on('end', () => call.end())
    },
    Refuse: (_call: unknown, done: sendUnaryData<Order>) => {
      const metadata = new Metadata()
      metadata.set('reason-bin', Buffer.from([1, 2]))
      done({ code: status.FAILED_PRECONDITION, details: 'Out of stock', metadata })
    },
    Never: (call: ServerUnaryCall<Order, Order>) => watch(call),
    Large: (_call: unknown, done: sendUnaryData<Order>) => done(null, { name: 'x'.repeat(5 * 1024 * 1024) }),
    Endless: (call: ServerWritableStream<Order, Order>) => {
      watch(call)
      const write = (): void => {
        if (call.cancelled) return
        if (call.write({ name: 'x'.repeat(10_000) })) setImmediate(write)
        else call.once('drain', write)
      }
      write()
    },
  })
  if (reflection) new ReflectionService(definition).addToServer(server)
  const port = await bind(server, credentials)
  return {
    port,
    received,
    cancelled: () => cancelled,
    nextCancel: () => new Promise((resolve) => (notify = resolve)),
    close: () => server.forceShutdown(),
  }
}

/** Starts a server whose reflection answers each question with these bytes; none: it never answers. */
export async function startLyingServer(answer: () => readonly Uint8Array[] | undefined): Promise<TestGrpcServer> {
  const server = new Server()
  const same = (bytes: Buffer): Buffer => bytes
  const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo'
  server.addService(
    {
      Info: {
        path,
        requestStream: true,
        responseStream: true,
        requestSerialize: same,
        requestDeserialize: same,
        responseSerialize: same,
        responseDeserialize: same,
      },
    },
    {
      Info: (call: ServerDuplexStream<Buffer, Buffer>) => {
        call.on('data', () => {
          for (const bytes of answer() ?? []) call.write(Buffer.from(bytes))
        })
        call.on('end', () => call.end())
      },
    },
  )
  const port = await bind(server)
  return {
    port,
    received: [],
    cancelled: () => 0,
    nextCancel: () => Promise.resolve(),
    close: () => server.forceShutdown(),
  }
}

const bind = (server: Server, credentials = ServerCredentials.createInsecure()): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, port) => (error === null ? resolve(port) : reject(error)))
  })
