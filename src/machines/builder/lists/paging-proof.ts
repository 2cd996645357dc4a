/** The pages that were read before paging was accepted, and the request that they prove something of. */
import type { TriedPaging } from '#contract/builder/probe.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { canonical } from './canonical.ts'

export type PagingProof = { readonly request: string; readonly tried: TriedPaging }

/** What is asked, whatever the order of its members: of another request the pages that were read prove nothing. Secrets become marks as they are saved. */
export function requestOf({ auth, ...rest }: SourceConfig): string {
  return canonical({ ...rest, auth: auth?.type })
}

/** Whether the pages that were read leave no doubt of how they are read. */
export const isProved = ({ pages, ended, problem }: TriedPaging): boolean =>
  pages.length > 0 && problem === null && (ended === 'tried-enough' || ended === 'last-page')

/** The pages, as long as the request is the one that they were read with. */
export const provedBy = (proof: PagingProof | null, source: SourceConfig): TriedPaging | null =>
  proof !== null && proof.request === requestOf(source) ? proof.tried : null
