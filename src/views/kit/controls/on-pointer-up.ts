let isPressing = false
const hold = (it: boolean) => {
  isPressing = it
}
const ends = ['pointerup', 'pointercancel'] as const

addEventListener('pointerdown', () => hold(true), { capture: true })
for (const end of ends) addEventListener(end, () => hold(false), { capture: true })

/** Does it when the press that is under way is let go, before its click; at once when there is none. A press misses what moves away from under it. */
export function onPointerUp(work: () => void): void {
  if (!isPressing) {
    work()
    return
  }
  const over = new AbortController()
  const end = () => {
    over.abort()
    work()
  }
  for (const it of ends) addEventListener(it, end, { capture: true, signal: over.signal })
}
