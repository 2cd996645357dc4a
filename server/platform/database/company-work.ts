/** For which company something is done, so that what it asks of the database stands in that company's line (`fair-connections.ts`). */
import { AsyncLocalStorage } from 'node:async_hooks'

const companies = new AsyncLocalStorage<string>()

/** Does work for a company; all that it starts and awaits is that company's too. */
export const workFor = <T>(companyId: string, work: () => T): T => companies.run(companyId, work)

/** Does work that all companies wait for, from within the work of one. */
export const workForAll = <T>(work: () => T): T => companies.exit(work)

/** The company that is worked for; empty when it is none, or all. */
export const workedFor = (): string => companies.getStore() ?? ''
