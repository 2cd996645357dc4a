/** Which place one reads, whether the keys led there (what the pointer passes over is not read out), and where a part to enlarge begins. */
export type Reading = { readonly index: number; readonly isWalked: boolean; readonly anchor: number | null }

const leap = 10

/** Where a key leads, or null where it means nothing here. */
export function walked(reading: Reading | null, key: string, isHeld: boolean, last: number): Reading | null {
  const from = reading?.index ?? null
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: from === null ? 0 : from + 1,
    ArrowLeft: from === null ? last : from - 1,
    PageUp: (from ?? 0) + leap,
    PageDown: (from ?? last) - leap,
    Home: 0,
    End: last,
  }
  const target = targets[key]
  if (target === undefined) return null
  const anchor = isHeld ? (reading?.anchor ?? from) : null
  return { index: Math.min(last, Math.max(0, target)), isWalked: true, anchor }
}

/** The part that was marked, from its first place to its last; null where it is a single place. */
export function marked(reading: Reading | null): readonly [first: number, last: number] | null {
  if (reading === null || reading.anchor === null || reading.anchor === reading.index) return null
  return [Math.min(reading.anchor, reading.index), Math.max(reading.anchor, reading.index)]
}
