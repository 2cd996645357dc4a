/** TXT records of a domain, asked of the name servers of the system or of the operator. Nothing is connected to that an answer names. */
import { Resolver } from 'node:dns/promises'

export type TxtAnswer =
  | { readonly type: 'records'; readonly records: readonly string[] }
  | { readonly type: 'none' }
  | { readonly type: 'no-answer' }
export type FindTxt = (domain: string) => Promise<TxtAnswer>

/** Milliseconds for one try, and how often it is tried. */
const timeout = 3_000
const tries = 2
/** More is read of no answer. */
const recordsMax = 200
const recordMax = 1_024

const isNone = new Set(['ENODATA', 'ENOTFOUND'])

/** @param servers `address` or `address:port`; those of the system where there is none. */
export function createFindTxt(servers: readonly string[]): FindTxt {
  return async (domain) => {
    const resolver = new Resolver({ timeout, tries })
    if (servers.length > 0) resolver.setServers(servers)
    try {
      // With the dot at the end no search domain of this machine is tried.
      const found = await resolver.resolveTxt(`${domain}.`)
      return { type: 'records', records: found.slice(0, recordsMax).map((parts) => parts.join('').slice(0, recordMax)) }
    } catch (thrown) {
      return { type: isNone.has(String((thrown as NodeJS.ErrnoException).code)) ? 'none' : 'no-answer' }
    }
  }
}
