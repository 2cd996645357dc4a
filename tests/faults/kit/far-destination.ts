/** A destination that runs in a process of its own. */
import { fileURLToPath } from 'node:url'
import type { Delivery } from '../../engine/kit/dest-sim.ts'
import { eventually } from '../../engine/kit/stage.ts'
import { liveAs } from './lives.ts'

const runner = fileURLToPath(new URL('./dest-runner.ts', import.meta.url))

export type FarDestination = { readonly url: string; readonly journal: () => Promise<Delivery[]> }

/** @param delay milliseconds before each answer. */
export async function startFarDestination(delay: number): Promise<FarDestination> {
  const life = liveAs([runner, String(delay)])
  const url = (await eventually(life.said, (text) => text.endsWith('\n'))).trim()
  return { url, journal: async () => (await (await fetch(url)).json()) as Delivery[] }
}

/** How often each record took effect. */
export function effectsOf(journal: readonly Delivery[]): Map<number | string, number> {
  const effects = new Map<number | string, number>()
  for (const { applied, ids } of journal) {
    if (applied) for (const id of ids) effects.set(id, (effects.get(id) ?? 0) + 1)
  }
  return effects
}
