/** Which element of an XML document repeats, where nobody said it. */
import { setImmediate as breathe } from 'node:timers/promises'
import { SaxesParser } from 'saxes'

const depthMost = 6
const placesMax = 1_000

type Place = { readonly names: readonly string[]; readonly below: Map<string, Place>; count: number; most: number }

const placeAt = (names: readonly string[]): Place => ({ names, below: new Map(), count: 0, most: 0 })

/**
 * The names that lead to the element that repeats. Without `isGuess` only where the document leaves no doubt: the root holds several elements of one
 * name and nothing else. Null where none is found. What is wrong with the document says whoever reads it.
 */
export async function repeatingIn(slices: Iterable<string>, isGuess: boolean): Promise<readonly string[] | null> {
  const parser = new SaxesParser({ xmlns: false })
  const root = placeAt([])
  const open: (Place | null)[] = [root]
  let places = 0
  let isBroken = false
  parser.on('error', () => {
    isBroken = true
  })
  parser.on('opentag', ({ name }) => {
    const above = open.at(-1)
    let place = above?.below.get(name) ?? null
    if (!place && above && open.length <= depthMost && places < placesMax) {
      place = placeAt([...above.names, name])
      above.below.set(name, place)
      places += 1
    }
    if (place) {
      place.count += 1
      place.most = Math.max(place.most, place.count)
      for (const below of place.below.values()) below.count = 0
    }
    open.push(place)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  for (const text of slices) {
    parser.write(text)
    if (isBroken) break
    await breathe()
  }
  const [top] = root.below.values()
  if (!top) return null
  const children = [...top.below.values()]
  const [only] = children
  if (only && children.length === 1 && only.most > 1) return only.names
  return isGuess ? guessed(top) : null
}

/** The element that repeats most, those less deep first; where none does, the first one that holds several others. */
function guessed(top: Place): readonly string[] | null {
  let level = [top]
  while (level.length > 0) {
    const below = level.flatMap((it) => [...it.below.values()])
    const [best] = below.filter((it) => it.most > 1 && it.below.size > 0).toSorted((one, other) => other.most - one.most)
    if (best) return best.names
    level = below
  }
  let at = top
  for (;;) {
    const holders = [...at.below.values()].filter((it) => it.below.size > 0)
    const [holder] = holders
    if (!holder || holders.length > 1 || at.below.size > 1) break
    at = holder
  }
  return at === top ? null : at.names
}
