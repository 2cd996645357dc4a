import { listedInParts } from '../format/listed.ts'

/** A list of what others wrote: none of it turns the direction of what stands beside it. */
export function ListedApart({ of }: { readonly of: readonly string[] }) {
  return listedInParts(of).map(({ type, value }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the same text may stand twice, and is known by its place
    type === 'element' ? <bdi key={at}>{value}</bdi> : value,
  )
}
