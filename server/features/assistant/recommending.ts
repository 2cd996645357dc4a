/** Ready-made connectors that fit words or systems, each with the reason. */
import type { Definition } from '../library/ready-made/define.ts'
import { systemOf, tagKeys } from './systems.ts'

export type Fitting = { readonly it: Definition; readonly score: number; readonly words: readonly string[] }

const named = 10
const wordsOf = ({ name, description, category, tags }: Definition) =>
  [name, description, category, ...tags]
    .join(' ')
    .toLowerCase()
    .split(/[^a-z\d]+/)

/** Whether one of the systems is either side of a definition. */
const connects = (it: Definition, systems: ReadonlySet<string>): boolean =>
  systems.has(systemOf(it)) || tagKeys(it).some((key) => systems.has(key))

/** By systems where some are named, else by shared words; the best first. */
export function fittingTemplates(
  library: readonly Definition[],
  systems: ReadonlySet<string>,
  words: readonly string[],
): Fitting[] {
  const asked = words.filter((word) => word.length > 3)
  const scored = library
    .map((it): Fitting => {
      const shared = [...new Set(wordsOf(it).filter((word) => asked.includes(word)))]
      return { it, score: (connects(it, systems) ? named : 0) + shared.length, words: shared }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
  return systems.size > 0 ? scored.filter(({ score }) => score >= named) : scored
}

/** Of systems that are named, or that the names of connectors hold, what is not built yet. */
export function recommendedFrom(
  library: readonly Definition[],
  connectors: readonly string[],
  systems: ReadonlySet<string>,
): { readonly it: Definition; readonly isNamed: boolean }[] {
  const names = connectors.map((name) => name.toLowerCase())
  const isHeld = (system: string) => names.some((name) => name.replace(/[^a-z\d]/g, '').includes(system))
  return library
    .map((it) => ({ it, isNamed: connects(it, systems) }))
    .filter(({ it, isNamed }) => isNamed || isHeld(systemOf(it)))
    .filter(({ it }) => !names.some((name) => name.includes(it.name.toLowerCase())))
}
