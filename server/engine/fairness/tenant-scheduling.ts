/**
 * Companies take turns at the event loop (`threats.md`, fair shares): while more than one of them works, what is heavy on the loop (a delivery, a page
 * that is mapped, a call) begins one at a time for each, and the company that used the least goes on first. One company alone never waits.
 */

export type CompanyTurns = {
  /** Null when the company may go on at once, which is always so while it is alone; else resolves when it is its turn. */
  readonly take: (companyId: string, weight: number) => Promise<void> | null
  /** Whether the company used more than its share of the loop lately, while others worked too. */
  readonly isOverShare: (companyId: string) => boolean
}

/** How much of the loop it takes, in deliveries of one record: measured with `npm run bench` and the calls of a dashboard. */
export const weights = { delivery: 1, page: 30, call: 20 } as const

/** Milliseconds after its last turn in which a company counts among those that work. */
const near = 1_000
/** Milliseconds after which what was used counts half. */
const halfLife = 500
/** CompanyTurns in one round of the loop of the company that used the least. */
const lightTurns = 4

type Company = { seen: number; used: number; readonly line: (() => void)[] }

type Clock = {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Calls back in the next round of the event loop, after what has come in was seen to. */
  readonly nextRound: (work: () => void) => unknown
}

export function createCompanyTurns(
  { now, nextRound }: Clock = { now: () => performance.now(), nextRound: setImmediate },
): CompanyTurns {
  const companies = new Map<string, Company>()
  let halvedAt = now()
  let isRoundDue = false

  function age(at: number): void {
    if (at - halvedAt < halfLife) return
    const share = 0.5 ** Math.floor((at - halvedAt) / halfLife)
    halvedAt = at
    for (const [id, it] of companies) {
      it.used *= share
      if (it.line.length === 0 && at - it.seen >= near) companies.delete(id)
    }
  }

  function use(companyId: string, weight: number): Company {
    const at = now()
    age(at)
    let it = companies.get(companyId)
    if (!it) {
      it = { seen: at, used: 0, line: [] }
      companies.set(companyId, it)
    }
    it.seen = at
    it.used += weight
    return it
  }

  function round(): void {
    isRoundDue = false
    const waiting = [...companies.values()].filter(({ line }) => line.length > 0).toSorted((a, b) => a.used - b.used)
    for (const [place, { line }] of waiting.entries()) {
      const isLight = place === 0 && companies.size > 1
      for (const go of line.splice(0, isLight ? lightTurns : 1)) go()
    }
    if (waiting.some(({ line }) => line.length > 0)) askForRound()
  }

  function askForRound(): void {
    if (isRoundDue) return
    isRoundDue = true
    nextRound(round)
  }

  return {
    take: (companyId, weight) => {
      const { line } = use(companyId, weight)
      if (companies.size < 2 && line.length === 0) return null
      const { promise, resolve } = Promise.withResolvers<void>()
      line.push(resolve)
      askForRound()
      return promise
    },
    isOverShare: (companyId) => {
      age(now())
      if (companies.size < 2) return false
      let total = 0
      for (const { used } of companies.values()) total += used
      return (companies.get(companyId)?.used ?? 0) * companies.size > total
    },
  }
}
