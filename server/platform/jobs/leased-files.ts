/** Files that a job makes, whatever is in them: each is leased, tried a few times and given up. */

type Leased = { readonly attempt: number }

type Files<It extends Leased> = {
  /** Leases one that nobody makes right now. */
  readonly lease: () => Promise<It | null>
  readonly make: (it: It) => Promise<unknown>
  readonly giveUp: (it: It) => Promise<unknown>
  /** Told of what could not be made; it is tried again when its lease is over. */
  readonly fault: (thrown: unknown, it: It) => void
}

const triesMax = 3

/** One after another, until none is due. */
export async function makeLeased<It extends Leased>(
  { lease, make, giveUp, fault }: Files<It>,
  isOver: () => boolean = () => false,
): Promise<void> {
  while (!isOver()) {
    const it = await lease()
    if (it === null) return
    if (it.attempt > triesMax) await giveUp(it)
    else await make(it).catch((thrown: unknown) => fault(thrown, it))
  }
}
