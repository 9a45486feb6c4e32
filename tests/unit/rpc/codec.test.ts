import { decodeMessage } from '@common/rpc/decode'
import { encodeMessage } from '@common/rpc/encode'
import { presetMessage } from '@common/rpc/preset'
import type { RpcSchema } from '@common/rpc/schema'
import { WireError, wireKinds, WireWriter } from '@common/rpc/wire'
import { schemaOfFiles } from '@main/features/rpc-client/proto-files'
import protobuf from 'protobufjs'
import { describe, expect, it } from 'vitest'

const text = `
syntax = "proto3";
package shop;
service Orders { rpc Place (Order) returns (Order); }
enum State { NEW = 0; PAID = 1; LOST = -1; }
// An order of a customer.
message Order {
  string name = 1; // Who ordered.
  int32 small = 2; int64 large = 3; uint64 unsigned_number = 4; sint32 zig = 5; sint64 zag = 6;
  fixed32 f32 = 7; sfixed64 f64 = 8; float rate = 9; double price = 10; bool paid = 11; bytes data = 12;
  State state = 13; repeated int32 parts = 14; repeated string tags = 15; map<string, Line> lines = 16;
  map<int32, string> names = 17; Order parent = 18; oneof pay { string card = 19; int32 cash = 20; }
  optional int32 stock = 21; repeated Line list = 22; repeated State states = 23;
}
message Line { int32 count = 1; }`
const schema = schemaOfFiles([{ name: 'shop.proto', text }])
const Order = protobuf.parse(text, new protobuf.Root(), { keepCase: true }).root.lookupType('shop.Order')

const sent = (value: unknown, of: RpcSchema = schema, type = 'shop.Order') =>
  encodeMessage(of, type, typeof value === 'string' ? value : JSON.stringify(value))
const problems = (value: unknown): string[] =>
  sent(value).problems.map(({ problem: { key, params } }) =>
    [key.replace('rpcProblems.', ''), ...Object.values(params).map(String)].join(' '),
  )

describe('a message', () => {
  it('has the bytes of the reference implementation, both ways', () => {
    const value = {
      name: 'Ada 🎵 ü',
      small: -5,
      large: '9007199254740993',
      unsignedNumber: '18446744073709551615',
      zig: -3,
      zag: '-4',
      f32: 7,
      f64: '-8',
      rate: 0.1,
      price: 1e300,
      paid: true,
      data: 'AAECAw==',
      state: 'PAID',
      parts: [1, -2, 300],
      tags: ['a', ''],
      lines: { one: { count: 1 }, '': { count: 0 } },
      names: { '-7': 'seven' },
      parent: { name: 'root', cash: 0 },
      card: 'visa',
      stock: 0,
      list: [{ count: 2 }, {}],
      states: ['LOST', 'NEW'],
    }
    const { bytes, problems: none } = sent(value)
    expect(none).toEqual([])
    const read = Order.toObject(Order.decode(bytes), { longs: String, enums: String, bytes: String })
    expect(read).toMatchObject({
      name: value.name,
      large: value.large,
      unsigned_number: value.unsignedNumber,
      zig: -3,
      f64: '-8',
      data: value.data,
      state: 'PAID',
      parts: value.parts,
      tags: value.tags,
      names: value.names,
      parent: { name: 'root', cash: 0 },
      card: 'visa',
      stock: 0,
      states: ['LOST', 'NEW'],
    })
    const back = decodeMessage(schema, 'shop.Order', Order.encode(Order.decode(bytes)).finish())
    expect(JSON.parse(back)).toMatchObject({ ...value, list: [{ count: 2 }, { count: 0 }] })
  })

  it('shows defaults of fields without presence, and no others', () => {
    const empty = JSON.parse(decodeMessage(schema, 'shop.Order', new Uint8Array())) as Record<string, unknown>
    expect([empty['name'], empty['large'], empty['state'], empty['tags'], empty['lines']]).toEqual([
      '',
      '0',
      'NEW',
      [],
      {},
    ])
    expect(['card', 'cash', 'stock', 'parent'].filter((name) => name in empty)).toEqual([])
  })

  it.each([
    ['{"nam": 1}', 'fieldUnknown shop.Order nam'],
    ['{"name": 1}', 'expected string'],
    ['{"small": 2147483648}', 'range 2147483648 int32'],
    ['{"small": 1.5}', 'expected integer'],
    ['{"large": 9223372036854775808}', 'range 9223372036854775808 int64'],
    ['{"rate": 1e39}', 'range 1e39 float'],
    ['{"state": "GONE"}', 'valueUnknown shop.State GONE'],
    ['{"parts": 1}', 'expected array'],
    ['{"lines": []}', 'expected object'],
    ['{"names": {"x": ""}}', 'expected integer'],
    ['{"data": "?"}', 'expected bytes'],
    ['{"card": "a", "cash": 1}', 'oneOf cash card'],
    ['{"name": "a", "name": "b"}', 'fieldTwice name'],
    ['{"parent": {"parent": []}}', 'expected object'],
    ['{"name": }', 'syntax'],
    ['[]', 'expected object'],
    [`${'{"parent":'.repeat(101)}{}${'}'.repeat(101)}`, 'depth'],
  ])('%s is invalid at its place', (value, problem) => {
    expect(problems(value)).toEqual([problem])
  })

  it('marks the exact range', () => {
    const source = '{"name": "a",\n "small": "x"}'
    const [problem] = sent(source).problems
    expect(source.slice(problem?.from, problem?.to)).toBe('"x"')
  })

  it('accepts variables in a template, and only there', () => {
    const template = '{"small": {{size}}, "large": "{{id}}", "name": "a {{b}}"}'
    expect(encodeMessage(schema, 'shop.Order', template, { isTemplate: true }).problems).toEqual([])
    expect(problems('{"large": "{{id}}"}')).toEqual(['expected integer'])
  })

  it('keeps names that JavaScript uses', () => {
    const hostile = schemaOfFiles([
      {
        name: 'a.proto',
        text: 'syntax = "proto3"; message M { string constructor = 1; map<string, int32> map = 2; } service S { rpc R (M) returns (M); }',
      },
    ])
    const { bytes } = sent('{"constructor": "x", "map": {"__proto__": 1, "toString": 2}}', hostile, 'M')
    const back = decodeMessage(hostile, 'M', bytes)
    expect(back).toContain('"__proto__": 1')
    expect(JSON.parse(back)).toMatchObject({ constructor: 'x' })
    expect(sent('{"toString": 1}', hostile, 'M').problems).toHaveLength(1)
  })

  it('presets every field, and recursive types only once', () => {
    const preset = presetMessage(schema, 'shop.Order', { name: 'Ada' })
    expect(sent(preset).problems).toEqual([])
    expect(JSON.parse(preset)).toMatchObject({ name: 'Ada', state: 'NEW', list: [{ count: 0 }], card: '' })
    expect(JSON.parse(preset)).not.toHaveProperty('parent')
    expect(JSON.parse(preset)).not.toHaveProperty('cash')
  })
})

describe('bytes that are no message', () => {
  it.each([
    ['an unfinished number', [0x08, 0xff]],
    ['a text beyond the end', [0x0a, 0x7f, 0x41]],
    ['an endless number', [0x08, ...Array<number>(11).fill(0xff)]],
    ['the field 0', [0x00, 0x01]],
    ['an unknown kind', [0x0f]],
  ])('%s is a clear error', (_, bytes) => {
    expect(() => decodeMessage(schema, 'shop.Order', Uint8Array.from(bytes))).toThrow(WireError)
  })

  it('limits depth and values', () => {
    let deep: Uint8Array = new Uint8Array()
    for (let level = 0; level < 200; level += 1) {
      const writer = new WireWriter()
      writer.tag(18, wireKinds.bytes)
      writer.bytes(deep)
      deep = writer.finish()
    }
    expect(() => decodeMessage(schema, 'shop.Order', deep)).toThrow('too deeply')
    const many = Order.encode({ parts: Array<number>(300_000).fill(1) }).finish()
    expect(() => decodeMessage(schema, 'shop.Order', many)).toThrow('too many values')
  })

  it('skips what the type doesn’t describe', () => {
    // Field 99 as text, field 1 as a number instead of a text.
    const bytes = Uint8Array.from([0x9a, 0x06, 0x01, 0x41, 0x08, 0x05, 0x10, 0x07])
    expect(JSON.parse(decodeMessage(schema, 'shop.Order', bytes))).toMatchObject({ name: '', small: 7 })
  })
})

describe('types of protobuf itself', () => {
  const known = schemaOfFiles([
    {
      name: 'known.proto',
      text: `syntax = "proto3"; import "google/protobuf/struct.proto"; import "google/protobuf/any.proto";
        message M { google.protobuf.Struct row = 1; google.protobuf.Timestamp at = 2; google.protobuf.Duration took = 3;
          google.protobuf.Int64Value size = 4; google.protobuf.FieldMask mask = 5; google.protobuf.Any any = 6;
          google.protobuf.Value value = 7; google.protobuf.Empty empty = 8; google.protobuf.NullValue nothing = 9; }
        service S { rpc R (M) returns (M); }`,
    },
  ])
  it.each([
    { row: { a: 1.5, b: [true, null, 'x', { c: {} }], __proto__x: '' } },
    { at: '2026-01-31T12:30:00.250Z' },
    { at: '1969-12-31T23:59:59.500Z' },
    { took: '-1.500s' },
    { size: '9007199254740993' },
    { mask: 'fooBar,baz' },
    { any: { '@type': 'type.googleapis.com/M', took: '3s' } },
    { any: { '@type': 'type.googleapis.com/google.protobuf.Duration', value: '3s' } },
    { value: null },
    { value: [1, 'a'] },
    { empty: {} },
  ])('%j survives a round trip', (value) => {
    const { bytes, problems: found } = sent(value, known, 'M')
    expect(found).toEqual([])
    expect(JSON.parse(decodeMessage(known, 'M', bytes))).toMatchObject(value)
  })
  it.each([{ at: 'today' }, { took: '3' }, { any: { a: 1 } }, { row: [] }, { size: {} }])('%j is invalid', (value) => {
    expect(sent(value, known, 'M').problems).toHaveLength(1)
  })
})

describe('.proto files', () => {
  it('find imports among the files, by any folder', () => {
    const files = [
      {
        name: 'api/service.proto',
        text: 'syntax="proto3"; package a; import "common/types.proto"; service S { rpc R (common.T) returns (.common.T); }',
      },
      {
        name: 'types.proto',
        text: 'syntax = "proto3"; package common; message T { U u = 1; message U { int32 n = 1; } }',
      },
    ]
    const found = schemaOfFiles(files)
    expect(found.services[0]?.methods[0]).toMatchObject({ input: 'common.T', output: 'common.T' })
    expect(found.messages['common.T']?.fields[0]).toMatchObject({ of: 'common.T.U' })
    expect(() => schemaOfFiles(files.slice(0, 1))).toThrow(
      expect.objectContaining({
        code: 'RPC_PROTO_INCOMPLETE',
        details: { types: ['common.T'], files: ['common/types.proto'] },
      }) as Error,
    )
  })
  it('carry comments', () => {
    expect(schema.messages['shop.Order']?.note).toBe('An order of a customer.')
  })
  it.each([
    ['', 'absent'],
    ['syntax = "proto3";\nmessage {', '2'],
    ['syntax = "proto3";\nmessage A {\n int32 a = ;}', '3'],
    [`${'message A {'.repeat(20_000)}`, 'absent'],
    ['\u0000\u0001binary', '1'],
  ])('that are broken name the line: %#', (broken, line) => {
    if (broken === '') expect(schemaOfFiles([{ name: 'a.proto', text: '' }]).services).toEqual([])
    else
      expect(() => schemaOfFiles([{ name: 'a.proto', text: broken }])).toThrow(
        expect.objectContaining({
          code: 'RPC_PROTO_INVALID',
          details: expect.objectContaining({ line }) as unknown,
        }) as Error,
      )
  })
  it('can’t change what objects inherit', () => {
    const text =
      'syntax = "proto3"; option __proto__.polluted = "yes"; message __proto__ { int32 a = 1; } message M { option (constructor).prototype.polluted = "yes"; }'
    try {
      schemaOfFiles([{ name: 'a.proto', text }])
    } catch {
      // Either is right, as long as nothing leaks.
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
