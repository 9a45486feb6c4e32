import type { OpenedShare } from '@common/operations/shares'

/** The one view that a listener on the network serves. Shares create it, and HTTP listens for it. */
export interface PocketGate {
  readonly projectId: string
  /** The id in the address of its page. */
  readonly link: string
  /**
   * Checks that the share is still open. @throws AppError SHARE_CLOSED
   *
   * Runs before every request: the maker may have signed out, or the view may be gone.
   */
  readonly check: () => Promise<void>
  /**
   * Opens the view for a device that knows the code, or renews its visit.
   *
   * @throws AppError SHARE_CLOSED, SHARE_CODE_NEEDED, SHARE_CODE_WRONG, TOO_MANY_REQUESTS
   */
  readonly open: (call: {
    readonly code: string | undefined
    /** Token of an earlier answer. */
    readonly visitor: string | undefined
    readonly ip: string
    readonly agent: string | undefined
  }) => Promise<OpenedShare>
  /** Notes a request of a device. */
  readonly seen: (visitor: string | undefined) => void
}

/** An open listener. */
export interface PocketListener {
  readonly port: number
  /** Closes the listener and all its connections. */
  readonly close: () => Promise<void>
}

/** Opens a listener on one address of this computer. Rejects if it can't listen there. */
export type ListenPocket = (gate: PocketGate, address: string) => Promise<PocketListener>
