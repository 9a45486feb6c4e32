import type { StoredValue } from '@common/columns/column-type'
import type { SqlColumn } from '@common/sql/shapes'
import { RowPacker } from '@main/lib/packed-rows'
import { sessionPacketRows, type ResultSink } from './sql-session'

/** Flow control of a connection that pushes rows. */
export interface RowFlow {
  readonly pause: () => void
  readonly resume: () => void
  /** Called when no more rows are needed. */
  readonly enough: () => void
}

/** Packs the rows that a driver pushes, and pauses its connection while the sink works. */
export class ResultRows<Field> {
  /** True if the sink needs no more rows. */
  isEnough = false
  #packer: RowPacker | undefined
  #ready: Promise<void> | undefined
  #sending: Promise<void> | undefined
  #isAbandoned = false

  constructor(
    private readonly sink: ResultSink,
    private readonly columns: (fields: readonly Field[]) => Promise<SqlColumn[]>,
    private readonly flow: RowFlow,
  ) {}

  add(row: readonly StoredValue[], fields: readonly Field[]): void {
    if (this.isEnough || this.#isAbandoned) return
    this.#packer ??= new RowPacker(fields.length, sessionPacketRows)
    for (const value of row) this.#packer.add(value)
    if (this.#packer.count >= sessionPacketRows && this.#sending === undefined) this.#send(fields)
  }

  /** Sends what is left. @throws errors of the sink */
  async end(fields: readonly Field[]): Promise<void> {
    await this.#sending
    if (fields.length > 0) await this.#start(fields)
    if (!this.isEnough && this.#packer !== undefined && this.#packer.count > 0)
      await this.sink.rows(this.#packer.take())
  }

  /** Drops everything that is left. */
  abandon(): void {
    this.#isAbandoned = true
  }

  async #start(fields: readonly Field[]): Promise<void> {
    await (this.#ready ??= this.columns(fields).then((columns) => this.sink.columns(columns)))
  }

  #send(fields: readonly Field[]): void {
    const packed = this.#packer?.take()
    if (packed === undefined) return
    this.flow.pause()
    this.#sending = this.#start(fields)
      .then(() => this.sink.rows(packed))
      .then((wantsMore) => {
        this.#sending = undefined
        if (wantsMore) return
        this.isEnough = true
        this.flow.enough()
      })
      .finally(() => this.flow.resume())
    // `end` receives it.
    this.#sending.catch(() => (this.#isAbandoned = true))
  }
}
