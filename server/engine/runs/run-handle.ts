/** A run that a process moves, for those who stop it. */
import type { ClaimedRun } from '../../records/runs/run-leases.repository.ts'

export type RunHandle = {
  readonly run: ClaimedRun
  /** Starts no request any more; what is in flight finishes, is recorded, and the run is given back. */
  readonly hold: () => void
  /** The run belongs to somebody else: as `hold`, and what comes back is not recorded. */
  readonly lose: () => void
  /** The paused destinations that it was begun with, as a `Look` has them; null: it does not depend on them. */
  readonly paused: () => string | null
  /** Cuts off what is in flight. */
  readonly cut: () => void
  /** Resolves when nothing of the run is left in this process. */
  readonly done: Promise<void>
}
