/** The way to the identity providers of companies. Other than the operator's, none of them opens a place that is shut to connectors (threat T-SSRF). */
import { addressGuard } from './addresses.ts'
import { isShutLiteral, type NameLookup } from './connecting.ts'
import type { OutboundProxy } from './gateway/proxy.ts'
import { createOutbound } from './outbound.ts'
import { type CompanyWay, providerLimits } from './provider.ts'

type Options = { readonly egressAllow: readonly string[]; readonly proxy?: OutboundProxy | null; readonly lookup?: NameLookup }

export function createCompanyWays({ egressAllow, proxy = null, lookup }: Options) {
  const outbound = createOutbound({ egressAllow, proxy, limits: providerLimits, ...(lookup ? { lookup } : {}) })
  const [usual, opened] = [addressGuard([]), addressGuard(egressAllow)]
  const isOpened = ({ hostname }: URL) => isShutLiteral(hostname, usual) && !isShutLiteral(hostname, opened)
  const isPlain = ({ username, password, hash }: URL) => username === '' && password === '' && hash === ''
  const isSafe = (url: URL) => url.protocol === 'https:' || (url.protocol === 'http:' && isOpened(url))
  const isFitForPeople = (url: URL) => isPlain(url) && isSafe(url)
  const isFit = async (url: URL) => isFitForPeople(url) && (await outbound.closed(url)) === null
  return {
    isFit,
    isFitForPeople,
    of: (party: string): CompanyWay => ({ outbound, party, isFit, isFitForPeople }),
    close: () => outbound.close(),
  }
}
export type CompanyWays = ReturnType<typeof createCompanyWays>
