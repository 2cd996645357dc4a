/** What a question sets side by side: "Orders or Customers", "today vs yesterday". */
import type { Compared, Scene } from './scene.ts'

const joints = [' or ', ' vs ', ' vs. ', ' versus ', ' compared to ', ' compared with ', ' than ', ' against ', ' and ']
/** What is on both sides of "or", "vs" and the like; none where there is none. */
export function namesBoth(message: string): readonly string[] {
  const lower = message.toLowerCase()
  const joint = joints.find((it) => lower.includes(it))
  if (joint === undefined) return []
  const at = lower.indexOf(joint)
  return [message.slice(0, at), message.slice(at + joint.length)]
}

/** The name of one of the connectors; empty of another. */
export const nameOf = (connectors: Scene['connectors'], id: string) => connectors.find((it) => it.id === id)?.name ?? ''
/** What both halves narrow themselves to, where these are different connectors. */
export function comparedOf(halves: readonly Scene['scopes'][], connectors: Scene['connectors']): readonly Compared[] {
  const found = halves.map(({ among, applied }): Compared => {
    const ids = among ?? []
    return { ids, label: ids.length === 1 ? nameOf(connectors, ids[0] ?? '') : (applied.at(-1) ?? '') }
  })
  const all = found.flatMap(({ ids }) => ids)
  return found.length === 2 && found.every(({ ids }) => ids.length > 0) && new Set(all).size === all.length ? found : []
}
