/**
 * Companies share the connections of a process: when all are taken, the next free one goes to the company that held them for the shortest time lately.
 * The embedded database has one connection, so that there a company would else wait behind all that another has asked.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** For which company something is done, so that what it asks of the database stands in that company's line (`fair-connections.ts`). */
const companies = new AsyncLocalStorage<string>()

/** Does work for a company; all that it starts and awaits is that company's too. */
export const workFor = <T>(companyId: string, work: () => T): T => companies.run(companyId, work)

/** Does work that all companies wait for, from within the work of one. */
export const workForAll = <T>(work: () => T): T => companies.exit(work)

/** The company that is worked for; empty when it is none, or all. */
export const workedFor = (): string => companies.getStore() ?? ''

export type Place = { readonly leave: () => void }

export type FairPlaces = {
  /** Resolves when the company may take a connection; its place is to be left when the connection is given back. Rejects at the limit of the wait. */
  readonly enter: (companyId: string) => Promise<Place>
  /** Places that are taken, and how many wait for one. */
  readonly standing: () => { readonly open: number; readonly waiting: number }
}

/** As the pool itself says it, so that it is read as a database that cannot be reached (`database.ts`). */
const tooLong = 'timeout exceeded when trying to connect'

/** Milliseconds after which the time that a connection was held counts half. */
const halfLife = 1_000

type Company = { held: number; open: number; readonly line: ((place: Place) => void)[] }

type Bounds = {
  /** Places. */
  readonly max: number
  /** Milliseconds that somebody waits for one at most; null: as long as it takes. */
  readonly waitLimit: number | null
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

export function createFairPlaces({ max, waitLimit, now = () => performance.now() }: Bounds): FairPlaces {
  const companies = new Map<string, Company>()
  let [open, waiting, agedAt] = [0, 0, now()]

  function age(): void {
    const since = now() - agedAt
    if (since < halfLife) return
    agedAt = now()
    for (const [id, it] of companies) {
      it.held *= 0.5 ** (since / halfLife)
      if (it.open === 0 && it.line.length === 0 && it.held < 1) companies.delete(id)
    }
  }

  function taken(company: Company): Place {
    const from = now()
    open += 1
    company.open += 1
    return {
      leave: () => {
        company.held += now() - from
        company.open -= 1
        open -= 1
        next()
      },
    }
  }

  function next(): void {
    if (waiting === 0 || open >= max) return
    let first: Company | null = null
    for (const it of companies.values()) if (it.line.length > 0 && (first === null || it.held < first.held)) first = it
    const enter = first?.line.shift()
    if (!first || !enter) return
    waiting -= 1
    enter(taken(first))
  }

  function queued({ line }: Company): Promise<Place> {
    const { promise, resolve, reject } = Promise.withResolvers<Place>()
    let timer: NodeJS.Timeout | undefined
    const enter = (place: Place) => {
      clearTimeout(timer)
      resolve(place)
    }
    const giveUp = () => {
      line.splice(line.indexOf(enter), 1)
      waiting -= 1
      reject(new Error(tooLong))
    }
    if (waitLimit !== null) timer = setTimeout(giveUp, waitLimit)
    line.push(enter)
    waiting += 1
    return promise
  }

  return {
    enter: (companyId) => {
      age()
      let company = companies.get(companyId)
      if (!company) {
        company = { held: 0, open: 0, line: [] }
        companies.set(companyId, company)
      }
      if (open < max) return Promise.resolve(taken(company))
      return queued(company)
    },
    standing: () => ({ open, waiting }),
  }
}
